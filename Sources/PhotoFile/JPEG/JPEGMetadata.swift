import Imaging

/// Reads the metadata of one JPEG picture from its segments.
struct JPEGMetadata {
  private let picture: JPEGPicture
  private let file: String
  private let limits: ReadingLimits

  /// - Parameter file: the file's name in errors.
  init(_ picture: JPEGPicture, file: String, limits: ReadingLimits) {
    self.picture = picture
    self.file = file
    self.limits = limits
  }

  func photoMetadata() throws(PhotoFileError) -> PhotoMetadata {
    PhotoMetadata(exif: try exif(), xmp: try xmp(), iptc: try iptc())
  }

  func exif() throws(PhotoFileError) -> [UInt8]? {
    guard let block = picture.payload(JPEGMarker.app1, JPEGIdentifier.exif) else { return nil }
    guard block.count <= limits.exifBytes else {
      throw .limitExceeded(
        file: file, reason: ReadingLimits.refusal("\(block.count) bytes of EXIF", limits.exifBytes, "exifBytes"))
    }
    return block.isEmpty ? nil : Array(block)
  }

  /// The XMP packet, joined with the file's extended XMP.
  func xmp() throws(PhotoFileError) -> [UInt8]? {
    guard let packet = picture.payload(JPEGMarker.app1, JPEGIdentifier.xmp), !packet.isEmpty else { return nil }
    let pieces = picture.payloads(JPEGMarker.app1, JPEGIdentifier.extendedXMP)
    guard !pieces.isEmpty else { return Array(packet) }
    return try ExtendedXMP.joined(Array(packet), with: pieces, file: file, limits: limits)
  }

  /// The Photoshop resources, joined if they fill several segments.
  func iptc() throws(PhotoFileError) -> [UInt8]? {
    let parts = picture.payloads(JPEGMarker.app13, JPEGIdentifier.photoshop)
    let size = parts.reduce(0) { $0 + $1.count }
    guard size <= limits.iptcBytes else {
      throw .limitExceeded(
        file: file, reason: ReadingLimits.refusal("\(size) bytes of IPTC", limits.iptcBytes, "iptcBytes"))
    }
    return parts.isEmpty ? nil : JPEGIdentifier.photoshop + parts.joined()
  }

  /// The colours of the picture after decoding to red, green and blue.
  func colors(exif: [UInt8]?) throws(PhotoFileError) -> StatedColors {
    let samples: StatedColors.Samples =
      switch picture.frame.componentCount {
      case 1: .gray
      case 3: .color
      default: .inks(is16Bit: false)
      }
    let isAdobeRGB = samples == .color && exif.flatMap(EXIFBlock.init)?.isAdobeRGB == true
    let hasProfileSegments = picture.payload(JPEGMarker.app2, JPEGIdentifier.profile) != nil
    return StatedColors(
      profile: try profile() ?? (hasProfileSegments ? [] : nil), of: samples, otherwise: isAdobeRGB ? .adobeRGB : .sRGB)
  }

  /// The ICC profile, joined from its chunks; nil if there is none or a chunk is missing.
  func profile() throws(PhotoFileError) -> [UInt8]? {
    // Each chunk begins with its number, from 1, and the count of chunks.
    let chunks = picture.payloads(JPEGMarker.app2, JPEGIdentifier.profile).filter { $0.count > 2 }
      .map { (number: Int($0[$0.startIndex]), count: Int($0[$0.startIndex + 1]), data: $0.dropFirst(2)) }
    guard let first = chunks.first else { return nil }
    let size = chunks.reduce(0) { $0 + $1.data.count }
    guard size <= limits.profileBytes else {
      throw .limitExceeded(
        file: file,
        reason: ReadingLimits.refusal("a colour profile of \(size) bytes", limits.profileBytes, "profileBytes"))
    }
    let sorted = chunks.sorted { $0.number < $1.number }
    guard sorted.map(\.number) == Array(1...sorted.count), sorted.count == first.count else { return nil }
    return sorted.flatMap(\.data)
  }
}
