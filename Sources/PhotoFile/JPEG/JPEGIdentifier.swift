/// The words at the start of an APPn segment's data that say whose it is.
enum JPEGIdentifier {
  static let exif = Array("Exif\0\0".utf8)
  static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  /// What of an XMP packet does not fit into one segment (Adobe XMP Specification, part 3, 1.1.3.1).
  static let extendedXMP = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
  /// ICC.1, annex B.4.
  static let profile = Array("ICC_PROFILE\0".utf8)
  /// CIPA DC-007.
  static let multiPicture = Array("MPF\0".utf8)
  static let photoshop = Array("Photoshop 3.0\0".utf8)

  /// The most data that a segment holds.
  static let segmentCapacity = 65533
}
