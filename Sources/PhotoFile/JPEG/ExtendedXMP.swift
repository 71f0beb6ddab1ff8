/// XMP of a JPEG that does not fit into one segment (Adobe XMP Specification, part 3, 1.1.3.1).
enum ExtendedXMP {
  static func join(
    _ packet: [UInt8], with parts: [ArraySlice<UInt8>], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> [UInt8] { packet }
}
