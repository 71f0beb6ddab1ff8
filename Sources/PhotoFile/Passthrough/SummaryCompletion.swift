import Imaging

extension PhotoSummary {
  /// Adds a file's further parts to a summary, besides the picture, metadata, and auxiliary images that can be decoded.
  ///
  /// A summary of a file that cannot be written again without loss is unchanged.
  mutating func addFurtherItems(of document: PhotoDocument, file: String, limits: ReadingLimits) {
    switch document {
    case .flat: break
    case .jpeg(let document): furtherItems = (try? document.editable(file: file))?.furtherItems ?? []
    case .heif(let document):
      guard document.obstacle == nil else { return }
      furtherItems = document.furtherNames
      for id in document.auxiliaryIDs {
        do throws(HEIFError) {
          _ = try PictureItem(id, in: document, limits: limits)
        } catch {
          guard let image = (try? document.encodedImage(id, orientation: orientation)) ?? nil else { continue }
          auxiliaryImages.append(
            AuxiliaryImage(
              type: image.type, size: image.size, bitsPerComponent: image.bitsPerComponent,
              componentCount: image.componentCount, obstacle: error.reason))
        }
      }
    }
  }
}

extension HEIFError {
  /// The reason in messages.
  var reason: String {
    switch self {
    case .malformed(let reason), .limitExceeded(let reason), .unsupported(let reason): reason
    case .codecMissing(_, let advice): advice
    }
  }
}
