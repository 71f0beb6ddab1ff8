/// All that the package has to know of a file format, stated in one place: a value a format, in the format's own folder.
///
/// ``PhotoFormat`` finds everything here: names, first bytes, what files have a place for, what reads and writes them.
struct FormatDeclaration: Sendable {
  /// Writes files of a format.
  struct Writing: Sendable {
    /// `0...1`; that of ``EncodingOptions`` unless another is asked for.
    let quality: Double
    let encode: @Sendable (Photo, EncodingOptions) throws(PhotoFileError) -> [UInt8]
  }

  /// The name of the format in messages, such as "JPEG XL".
  let name: String
  /// Extensions of files' names, in lower case; files that are written get the first.
  let pathExtensions: [String]
  /// The contents that a file may have.
  let contents: Set<PhotoContent>
  /// Whether a file has no place for IPTC but in a tag of EXIF.
  var keepsIPTCInEXIF = false
  /// Whether a file that begins with these bytes, of which there may be few, is of the format.
  let matches: @Sendable ([UInt8]) -> Bool
  /// Parses a file under limits; the text is what errors call it.
  let document: @Sendable ([UInt8], String, ReadingLimits) throws(PhotoFileError) -> PhotoDocument
  /// Nil for a format that is only read.
  var writing: Writing?
  /// The format that is written in place of one that is only read; nil for a format that is written.
  var substitute: PhotoFormat?
  /// The libraries that decode and encode it.
  let codecs: @Sendable () -> [PhotoCodec]
}
