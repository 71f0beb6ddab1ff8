import Imaging

/// The parts of a photo's source file that are retained, to be written again unchanged.
///
/// It is a part of the photo's value: photos with different retained data are not equal, see ``RetainedContent``.
struct PhotoSource: Sendable {
  enum Body: Sendable {
    /// Without the bytes of the picture and of the metadata, which the photo has itself.
    case heif(HEIFDocument)
    case jpeg(JPEGPassthrough)
    /// A file of which nothing can be retained, with the reason.
    case none(reason: String)
  }

  private(set) var body: Body
  /// The name of the file in errors.
  let name: String
  let format: PhotoFormat
  /// The picture's size in pixels, as stored.
  let size: PixelSize
  /// Whether the photo's pixels were set since it was read.
  var isPictureChanged = false

  /// The parts of a document that are retained with a photo read from it, and its coded auxiliary images, in the order
  /// in which they are read, without alpha; nil for a format whose contents are all in the photo's other properties.
  static func retained(
    of document: PhotoDocument, for photo: Photo, file: String, limits: ReadingLimits
  ) -> (source: PhotoSource, images: [EncodedAuxiliaryImage])? {
    guard let format = photo.sourceFormat else { return nil }
    var images: [EncodedAuxiliaryImage] = []
    let body: Body
    do throws(PhotoFileError) {
      switch document {
      case .flat: return nil
      case .jpeg(let document):
        var document = try document.editable(file: file)
        images = document.further.compactMap {
          (try? $0.picture.auxiliaryImage(orientation: .up, file: file, limits: limits)) ?? nil
        }
        document.primary.scans = []
        body = .jpeg(JPEGPassthrough(document.detached()))
      case .heif(let document):
        let retained = try Self.retained(of: document, file: file)
        images = retained.auxiliaryIDs.compactMap { (try? retained.encodedImage($0, orientation: .up)) ?? nil }
        body = .heif(retained)
      }
    } catch {
      // The message that names the reason names the file, too.
      let (text, prefix) = ("\(error)", "\(file): ")
      body = .none(reason: text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text)
    }
    let source = PhotoSource(body: body, name: file, format: format, size: photo.pixels.size)
    return (source, images.filter { !$0.type.isAlpha })
  }

  /// Removes parts that show the original; data of unknown use are recorded.
  ///
  /// - Parameter written: kinds of mattes that the photo rewrites.
  mutating func removePictures(in record: inout RemovalRecord, beside written: Set<MatteKind>) {
    switch body {
    case .heif(var document):
      document.removePictures(in: &record, beside: written)
      body = .heif(document)
    case .jpeg(var retained):
      retained.removePictures(in: &record)
      body = .jpeg(retained)
    case .none: break
    }
  }

  private static func retained(of document: HEIFDocument, file: String) throws(PhotoFileError) -> HEIFDocument {
    var retained: HEIFDocument
    do throws(HEIFError) {
      retained = try document.editable()
    } catch {
      throw error.fileError(in: file)
    }
    let gainMaps = Set(retained.toneMaps.map(\.gainMap))
    for id in retained.pictureInputs.union([retained.primaryID])
    where retained.statedAuxiliaryType(of: id) == nil && !gainMaps.contains(id) {
      retained.setData([], of: id)
    }
    for id in retained.metadataIDs { retained.setData([], of: id) }
    return retained.detached()
  }

  /// Names, for people, of further parts of the file besides the picture, its metadata and previews, and auxiliary
  /// images.
  var furtherItems: [String] {
    switch body {
    case .heif(let document): document.furtherNames
    case .jpeg(let retained): retained.furtherItems
    case .none: []
    }
  }

  /// The parts of the source that count for equality.
  private var content: RetainedContent {
    switch body {
    case .heif(let document): RetainedContent(document)
    case .jpeg(let retained): RetainedContent(retained)
    case .none: RetainedContent()
    }
  }
}

extension PhotoSource: Hashable {
  static func == (first: PhotoSource, second: PhotoSource) -> Bool { first.content == second.content }
  func hash(into hasher: inout Hasher) { hasher.combine(furtherItems.count) }
}
