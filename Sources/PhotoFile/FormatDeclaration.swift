/// The declaration of a file format: one value for each format, in the format's own folder.
///
/// ``PhotoFormat`` gets everything from it: names, first bytes, supported contents, readers and writers.
struct FormatDeclaration: Sendable {
  /// Writes files of a format.
  struct Writing: Sendable {
    /// `0...1`; by default that of ``EncodingOptions``.
    let quality: Double
    let encode: @Sendable (Photo, EncodingOptions) throws(PhotoFileError) -> [UInt8]
  }

  /// The name of the format in messages, such as "JPEG XL".
  let name: String
  /// Extensions of file names, in lower case; written files get the first.
  let pathExtensions: [String]
  /// The contents that a file may have.
  let contents: Set<PhotoContent>
  /// Whether a file supports IPTC only in a tag of EXIF.
  var keepsIPTCInEXIF = false
  /// Whether a file has a place for a photo's texts.
  var keepsTexts = false
  /// Whether a file that begins with these bytes, possibly few, is of the format.
  let matches: @Sendable ([UInt8]) -> Bool
  /// Parses a file under limits; the string is its name in errors.
  let document: @Sendable ([UInt8], String, ReadingLimits) throws(PhotoFileError) -> PhotoDocument
  /// Nil for a read-only format.
  var writing: Writing?
  /// The format written in place of a read-only one; nil for others.
  var substitute: PhotoFormat?
  /// The libraries that decode and encode it.
  let codecs: @Sendable () -> [PhotoCodec]
}
