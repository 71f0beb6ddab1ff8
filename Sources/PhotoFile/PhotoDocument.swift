/// A photo's file, parsed once: the input of decoding, lossless editing and passthrough.
enum PhotoDocument: Sendable {
  /// HEIC or AVIF.
  case heif(HEIFDocument)
  case jpeg(JPEGDocument)
  /// A file of another format, with its reader.
  case flat([UInt8], any FlatReader.Type)

  /// Parses a file of the format determined by its first bytes.
  ///
  /// - Throws: `unknownFormat`, `malformed` also for a file of no bytes, `limitExceeded`, `unsupported`.
  init(_ bytes: [UInt8], file: String, limits: ReadingLimits) throws(PhotoFileError) {
    guard let format = PhotoFormat(signature: bytes) else { throw .ofUnknownBytes(bytes, file: file) }
    self = try format.declaration.document(bytes, file, limits)
  }
}
