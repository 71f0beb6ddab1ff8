/// The identifiers at the start of an APPn segment's data.
enum JPEGIdentifier {
  static let exif = Array("Exif\0\0".utf8)
  static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  /// A part of an XMP packet that is too long for one segment (Adobe XMP Specification, part 3, 1.1.3.1).
  static let extendedXMP = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
  /// ICC.1, annex B.4.
  static let profile = Array("ICC_PROFILE\0".utf8)
  /// CIPA DC-007.
  static let multiPicture = Array("MPF\0".utf8)
  /// ISO 21496-1: the metadata of a gain map, or the version in the picture that has one.
  static let gainMap = GainMapBinary.identifier
  static let photoshop = Array("Photoshop 3.0\0".utf8)
  static let jfif = Array("JFIF\0".utf8)
  /// A thumbnail.
  static let jfifExtension = Array("JFXX\0".utf8)
  /// Apple's index of the restart markers in the scan.
  static let restartIndex = Array("AROT\0".utf8)
  /// Which conversion to colours the components need.
  static let adobe = Array("Adobe".utf8)

  /// The most data that a segment holds.
  static let segmentCapacity = 65533

  /// Photoshop's resources as the data of APP13 segments, identifiers included.
  static func photoshopSegments(of block: [UInt8]) -> [[UInt8]] {
    let content = block.starts(with: photoshop) ? block.dropFirst(photoshop.count) : block[...]
    let capacity = segmentCapacity - photoshop.count
    return stride(from: content.startIndex, to: content.endIndex, by: capacity).map { start in
      photoshop + content[start..<min(content.endIndex, start + capacity)]
    }
  }
}
