/// A photo's file, parsed once: what decoding, lossless editing and passthrough start from.
enum PhotoDocument: Sendable {
  /// HEIC or AVIF.
  case heif(HEIFDocument)
  case jpeg(JPEGDocument)
  case png([UInt8])

  /// Parses a file of the format that its first bytes say.
  ///
  /// - Throws: `unknownFormat`, `malformed`, `limitExceeded`, `unsupported`.
  init(_ bytes: [UInt8], file: String, limits: ReadingLimits) throws(PhotoFileError) {
    switch PhotoFormat(signature: bytes) {
    case .heic, .avif:
      do throws(HEIFError) {
        self = .heif(try HEIFDocument(bytes, limits: limits))
      } catch {
        throw error.fileError(in: file)
      }
    case .jpeg: self = .jpeg(try JPEGDocument(bytes, file: file, limits: limits))
    case .png: self = .png(bytes)
    case nil: throw .unknownFormat(file: file)
    }
  }
}
