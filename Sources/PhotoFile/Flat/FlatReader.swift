/// Reads files that hold one picture and metadata: there is nothing else in them that would have to be passed through, and
/// no auxiliary image.
protocol FlatReader: Sendable {
  /// Decodes the requested part of a photo. Faces are read from the XMP by the caller.
  static func photo(
    from bytes: [UInt8], file: String, options: ReadingOptions
  ) throws(PhotoFileError) -> (photo: Photo, extent: ReadingExtent)

  /// Reads what a file holds without decoding the picture. Faces are read from the XMP by the caller.
  static func summary(
    of bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (summary: PhotoSummary, xmp: [UInt8]?)

  /// The file without some parts, and what was found in it; the picture's own bytes stay as they are.
  ///
  /// - Throws: `unsupported` where the format is only read, or metadata cannot be taken out.
  static func stripped(
    _ bytes: [UInt8], of parts: Set<StripPart>, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (data: [UInt8], record: RemovalRecord)
}

extension FlatReader {
  static func stripped(
    _ bytes: [UInt8], of parts: Set<StripPart>, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (data: [UInt8], record: RemovalRecord) {
    throw .unsupported(file: file, reason: "files of its format are only read; write another format")
  }
}
