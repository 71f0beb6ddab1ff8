import Imaging

/// Reads the metadata of one JPEG picture out of its segments.
struct JPEGMetadata {
  private let header: JPEGHeader
  private let bytes: [UInt8]
  private let file: String
  private let limits: ReadingLimits

  init(_ header: JPEGHeader, in bytes: [UInt8], file: String, limits: ReadingLimits) {
    self.header = header
    self.bytes = bytes
    self.file = file
    self.limits = limits
  }

  func photoMetadata() throws(PhotoFileError) -> PhotoMetadata {
    PhotoMetadata(exif: try exif(), xmp: try xmp(), iptc: try iptc())
  }

  func exif() throws(PhotoFileError) -> [UInt8]? {
    guard let range = header.payloads(JPEGHeader.Marker.app1, JPEGIdentifier.exif, in: bytes).first else { return nil }
    guard range.count <= limits.exifBytes else {
      throw .limitExceeded(
        file: file, reason: ReadingLimits.refusal("\(range.count) bytes of EXIF", limits.exifBytes, "exifBytes"))
    }
    return range.isEmpty ? nil : Array(bytes[range])
  }

  /// The XMP packet, joined with what the file holds as extended XMP.
  func xmp() throws(PhotoFileError) -> [UInt8]? {
    guard let range = header.payloads(JPEGHeader.Marker.app1, JPEGIdentifier.xmp, in: bytes).first, !range.isEmpty
    else { return nil }
    let packet = Array(bytes[range])
    let parts = header.payloads(JPEGHeader.Marker.app1, JPEGIdentifier.extendedXMP, in: bytes)
    guard !parts.isEmpty else { return packet }
    return try ExtendedXMP.joined(packet, with: parts.map { bytes[$0] }, file: file, limits: limits)
  }

  /// The Photoshop resources, joined to one block where they fill several segments.
  func iptc() throws(PhotoFileError) -> [UInt8]? {
    let parts = header.payloads(JPEGHeader.Marker.app13, JPEGIdentifier.photoshop, in: bytes)
    let size = parts.reduce(0) { $0 + $1.count }
    guard size <= limits.iptcBytes else {
      throw .limitExceeded(
        file: file, reason: ReadingLimits.refusal("\(size) bytes of IPTC", limits.iptcBytes, "iptcBytes"))
    }
    return parts.isEmpty ? nil : JPEGIdentifier.photoshop + parts.flatMap { bytes[$0] }
  }

  /// The space of the picture's samples once they are decoded to red, green and blue.
  func colorSpace(exif: [UInt8]?) throws(PhotoFileError) -> ColorSpace {
    // The profile of a gray or CMYK file describes samples that are gone after conversion.
    if header.componentCount == 3, let profile = try profile(), profile.count >= 128,
      profile[16..<20].elementsEqual("RGB ".utf8), profile[36..<40].elementsEqual("acsp".utf8)
    {
      return .icc(profile)
    }
    let isAdobeRGB = header.componentCount == 3 && exif.flatMap(EXIFBlock.init)?.isAdobeRGB == true
    return isAdobeRGB ? .adobeRGB : .sRGB
  }

  /// The ICC profile put together from its chunks; nil if there is none, or not all of it.
  func profile() throws(PhotoFileError) -> [UInt8]? {
    let parts = header.payloads(JPEGHeader.Marker.app2, JPEGIdentifier.profile, in: bytes).filter { $0.count > 2 }
    guard let first = parts.first else { return nil }
    let count = Int(bytes[first.lowerBound + 1])
    let size = parts.reduce(0) { $0 + $1.count - 2 }
    guard size <= limits.profileBytes else {
      throw .limitExceeded(
        file: file,
        reason: ReadingLimits.refusal("a colour profile of \(size) bytes", limits.profileBytes, "profileBytes"))
    }
    let sorted = parts.sorted { bytes[$0.lowerBound] < bytes[$1.lowerBound] }
    guard sorted.map({ Int(bytes[$0.lowerBound]) }) == Array(1...max(1, sorted.count)), sorted.count == count else {
      return nil
    }
    return sorted.flatMap { bytes[$0.dropFirst(2)] }
  }
}
