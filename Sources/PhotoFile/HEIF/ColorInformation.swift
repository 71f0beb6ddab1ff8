import Imaging
import Kernels

/// The `colr` property: an ICC profile, or the code points of ISO/IEC 23091-2 (`nclx`).
enum ColorInformation: Hashable, Sendable {
  case profile([UInt8])
  case codePoints(ColorCodePoints)

  /// Reads the contents of `colr`; nil for an unknown type.
  init?(_ reader: inout BoxReader, limits: ReadingLimits) throws(HEIFError) {
    switch try reader.fourCC() {
    case "prof", "rICC":
      guard reader.remaining <= limits.profileBytes else {
        throw .limitExceeded(
          ReadingLimits.refusal(
            "a colour profile of \(reader.remaining) bytes", limits.profileBytes, "profileBytes"))
      }
      self = .profile(Array(reader.bytes[try reader.range(reader.remaining)]))
    case "nclx":
      let (primaries, transfer, matrix) = (try reader.uint16(), try reader.uint16(), try reader.uint16())
      self = .codePoints(
        ColorCodePoints(
          primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: try reader.uint8() >> 7 == 1))
    default: return nil
    }
  }

  /// The colour information to write for pixels, which HEIC stores as RGB: code points for high dynamic range,
  /// otherwise a profile; nil if none could be made.
  ///
  /// A profile of the pixels is written byte for byte, unless it is gray or CMYK: then they count as sRGB.
  init?(describing pixels: PixelBuffer) {
    if let points = ColorCodePoints(pixels.colorSpace) {
      self = .codePoints(points)
      return
    }
    let colorSpace: ColorSpace =
      switch pixels.colorSpace {
      case .icc(let profile) where profile.count < 128 || !profile[16..<20].elementsEqual("RGB ".utf8): .sRGB
      case .gray: .sRGB
      case .linearGray: .extendedLinearSRGB
      default: pixels.colorSpace
      }
    guard let profile = ICCProfile.bytes(for: colorSpace) else { return nil }
    self = .profile(profile)
  }

  /// The contents of the `colr` box.
  var bytes: [UInt8] {
    switch self {
    case .profile(let profile): return Array("prof".utf8) + profile
    case .codePoints(let points):
      return BoxWriter.bytes {
        $0.fourCC("nclx")
        $0.uint16(points.primaries)
        $0.uint16(points.transfer)
        $0.uint16(points.matrix)
        $0.uint8(points.isFullRange ? 0x80 : 0)
      }
    }
  }
}
