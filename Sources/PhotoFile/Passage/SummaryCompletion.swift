import Imaging

extension PhotoSummary {
  /// Adds what a file holds that is neither the picture, nor metadata, nor an auxiliary image that can be decoded.
  ///
  /// A file that cannot be taken apart has none that could be named.
  mutating func addFurtherItems(of data: [UInt8], file: String, limits: ReadingLimits) {
    switch format {
    case .png: break
    case .jpeg: furtherItems = (try? JPEGDocument(data, file: file, limits: limits))?.furtherItems ?? []
    case .heic, .avif:
      guard let document = try? HEIFDocumentReader.document(of: data, limits: limits) else { return }
      furtherItems = document.furtherItems.map { document.item($0)?.entry.name ?? "item \($0)" }
      guard let container = try? HEIFContainer(bytes: data, limits: limits) else { return }
      for id in document.auxiliaryIDs {
        do throws(HEIFFault) {
          _ = try PictureItem(id, in: container, limits: limits)
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

extension HEIFFault {
  /// What is wrong, in words.
  var reason: String {
    switch self {
    case .malformed(let reason), .limitExceeded(let reason), .unsupported(let reason): reason
    case .codecMissing(_, let advice): advice
    }
  }
}
