import Imaging

/// The file that a photo was read from, without the picture's own coded data: what of it can be written again as it was.
struct PhotoSource: Sendable {
  enum Body: Sendable {
    case heif(HEIFDocument)
    case jpeg(JPEGDocument)
    /// A file of which nothing can be kept, and why.
    case none(reason: String)
  }

  let body: Body
  let format: PhotoFormat
  /// The picture's size, as stored.
  let size: PixelSize
  /// Whether the photo has other pixels by now.
  var isPictureChanged = false

  /// Nil for PNG, of which everything that is kept is a part of the photo.
  init?(_ document: PhotoDocument, of photo: Photo, file: String, limits: ReadingLimits) {
    guard let format = photo.sourceFormat else { return nil }
    self.format = format
    size = photo.pixels.size
    switch document {
    case .png: return nil
    case .jpeg(let document):
      do throws(PhotoFileError) {
        var document = try document.editable(file: file)
        document.primary.scans = []
        body = .jpeg(document.detached())
      } catch {
        body = .none(reason: "\(error)")
      }
    case .heif(let document):
      do throws(HEIFFault) {
        var document = try document.editable()
        let pieces = [document.primaryID] + document.targets(of: "dimg", from: document.primaryID)
        for id in pieces {
          guard document.auxiliaryType(of: id) == nil else { continue }
          document.setData([], of: id)
        }
        body = .heif(document.detached())
      } catch {
        body = .none(reason: "\(error.error(in: file))")
      }
    }
  }

  /// The auxiliary images that the file holds, coded, in the order in which they are read; alpha is a part of the pixels.
  func auxiliaryImages(file: String, limits: ReadingLimits) -> [EncodedAuxiliaryImage] {
    let all: [EncodedAuxiliaryImage] =
      switch body {
      case .heif(let document):
        document.auxiliaryIDs.compactMap { (try? document.encodedImage($0, orientation: .up)) ?? nil }
      case .jpeg(let document):
        document.further.compactMap {
          (try? $0.picture.auxiliaryImage(orientation: .up, file: file, limits: limits)) ?? nil
        }
      case .none: []
      }
    return all.filter { !$0.type.isAlpha }
  }

  /// What the file holds beside the picture, its metadata and previews, and auxiliary images: what it is, for people.
  var furtherItems: [String] {
    switch body {
    case .heif(let document): document.furtherItems.map { document.item($0)?.entry.name ?? "item \($0)" }
    case .jpeg(let document): document.furtherItems
    case .none: []
    }
  }
}
