/// Removes some parts from metadata and keeps the rest.
struct MetadataRemoval {
  private let removesPlaces: Bool
  private let removesSerialNumbers: Bool

  init(_ parts: Set<StripPart>) {
    removesPlaces = parts.contains(.location)
    removesSerialNumbers = parts.contains(.serialNumbers)
  }

  var changesNothing: Bool { !removesPlaces && !removesSerialNumbers }

  /// The EXIF block without them; nil if it cannot be read.
  func exif(_ block: [UInt8]) -> [UInt8]? {
    changed(block, LocationRemoval.exif, SerialNumberRemoval.exif)
  }

  /// The XMP packet without them; nil if it cannot be parsed.
  func xmp(_ packet: [UInt8]) -> [UInt8]? { changed(packet, LocationRemoval.xmp, SerialNumberRemoval.xmp) }

  /// The block of Photoshop's resources without them; nil if it cannot be read.
  func photoshop(_ block: [UInt8]) -> [UInt8]? {
    changed(block, LocationRemoval.photoshop, SerialNumberRemoval.photoshop)
  }

  private func changed(
    _ bytes: [UInt8], _ places: ([UInt8]) -> [UInt8]?, _ serialNumbers: ([UInt8]) -> [UInt8]?
  ) -> [UInt8]? {
    guard let bytes = removesPlaces ? places(bytes) : bytes else { return nil }
    return removesSerialNumbers ? serialNumbers(bytes) : bytes
  }
}
