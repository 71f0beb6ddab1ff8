/// A photo's file without some of its parts, of any writable format. No picture is coded again.
public struct StrippedPhoto: Sendable {
  /// The file's bytes.
  public let data: [UInt8]
  /// The contents that were found and removed. Those of kind `unknown` could not be searched, and are kept.
  public let contents: [SensitiveContent]
  /// The types of auxiliary images that were removed.
  public let removedImages: [AuxiliaryImageType]

  /// Removes parts of a file; orientation and colour profile are kept.
  ///
  /// - Parameters:
  ///   - data: the file's bytes.
  ///   - parts: the parts to remove. Only HEIC, AVIF and JPEG have auxiliary images.
  ///   - name: the name of the data in errors.
  ///   - limits: the limits for reading.
  ///   - keepingUnknown: whether data that cannot be searched are kept, instead of an error.
  /// - Throws: the errors of ``EncodedPhoto/init(data:name:limits:)`` and ``EncodedPhoto/strip(_:keepingUnknown:)``.
  public init(
    _ data: [UInt8], removing parts: Set<StripPart>, name: String = "data", limits: ReadingLimits = .default,
    keepingUnknown: Bool = false
  ) throws(PhotoFileError) {
    if case .flat(let bytes, let reader) = try PhotoDocument(data, file: name, limits: limits) {
      let (stripped, record) = try reader.stripped(bytes, of: parts, file: name, limits: limits)
      try record.check(keepingUnknown: keepingUnknown, file: name)
      self.data = stripped
      contents = record.contents
      removedImages = []
      return
    }
    var photo = try EncodedPhoto(data: data, name: name, limits: limits)
    let before = photo.auxiliaryImages.map(\.type)
    contents = try photo.strip(parts, keepingUnknown: keepingUnknown)
    let left = Set(photo.auxiliaryImages.map(\.type))
    removedImages = before.filter { !left.contains($0) }
    self.data = try photo.data()
  }
}
