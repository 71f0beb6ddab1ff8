/// Reads files of one picture and metadata, without auxiliary images or data to be passed through.
protocol FlatReader: Sendable {
  /// Decodes the requested part of a photo. Faces are read from the XMP by the caller.
  static func photo(
    from bytes: [UInt8], file: String, options: ReadingOptions
  ) throws(PhotoFileError) -> (photo: Photo, extent: ReadingExtent)

  /// Reads the contents of a file without decoding the picture. Faces are read from the XMP by the caller.
  static func summary(
    of bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (summary: PhotoSummary, xmp: [UInt8]?)

  /// The file without some parts, with what was found in it; the picture's own bytes are unchanged.
  ///
  /// - Throws: `unsupported` if the format is read-only, or metadata cannot be removed.
  static func stripped(
    _ bytes: [UInt8], of parts: Set<StripPart>, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (data: [UInt8], record: RemovalRecord)
}

extension FlatReader {
  static func stripped(
    _ bytes: [UInt8], of parts: Set<StripPart>, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (data: [UInt8], record: RemovalRecord) {
    throw .unsupported(
      file: file,
      reason: "files of its format are only read; convert it to PNG or another format that is written, and strip that")
  }
}
