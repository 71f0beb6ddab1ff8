extension SensitiveContent {
  /// The sensitive contents of a photo's file: they state where it was taken or by which camera, show the original, or
  /// cannot be searched. ``StripPart/location``, ``StripPart/serialNumbers``, ``StripPart/thumbnails`` and
  /// ``StripPart/metadata`` remove them.
  ///
  /// Auxiliary images are not listed; ``PhotoSummary/auxiliaryImages`` names them. No picture is decoded.
  ///
  /// - Parameters:
  ///   - data: the bytes of a photo's file.
  ///   - name: the name of the data in messages.
  ///   - limits: the limits for reading.
  /// - Returns: by kind; for a file that cannot be searched at all one content of kind `unknown`.
  public static func contents(
    of data: [UInt8], name: String = "data", limits: ReadingLimits = .default
  ) -> [SensitiveContent] {
    var record = RemovalRecord()
    do throws(PhotoFileError) {
      let document = try PhotoDocument(data, file: name, limits: limits)
      // One after the other: a removed thumbnail takes its own location with it.
      for part in [StripPart.location, .serialNumbers, .thumbnails] {
        record.note(try Self.record(of: document, data, removing: [part], file: name, limits: limits))
      }
      switch document {
      case .flat: break
      case .jpeg(let document):
        var retained = JPEGPassthrough(try document.editable(file: name))
        retained.removePictures(in: &record)
      case .heif(var document): document.removePictures(in: &record)
      }
    } catch {
      return [SensitiveContent(kind: .unknown, place: "the file as a whole: \(error)")]
    }
    let found = record.contents.filter { !$0.place.hasPrefix("the auxiliary image") }
    return Kind.allCases.flatMap { kind in found.filter { $0.kind == kind } }
  }

  private static func record(
    of document: PhotoDocument, _ data: [UInt8], removing parts: Set<StripPart>, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> RemovalRecord {
    switch document {
    case .flat(let bytes, let reader): return try reader.stripped(bytes, of: parts, file: file, limits: limits).record
    case .jpeg(let document):
      var document = try document.editable(file: file)
      return try JPEGStripping.strip(parts, from: &document, orientation: .up, file: file, limits: limits)
    case .heif(let document):
      var editable: HEIFDocument
      do throws(HEIFError) {
        editable = try document.editable()
      } catch {
        throw error.fileError(in: file)
      }
      return try HEIFStripping.strip(parts, from: &editable, file: file)
    }
  }
}
