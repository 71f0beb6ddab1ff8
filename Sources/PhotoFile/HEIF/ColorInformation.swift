import Imaging
import Kernels

/// The `colr` property: an ICC profile, or the code points of ISO/IEC 23091-2 (`nclx`).
enum ColorInformation: Hashable, Sendable {
  case profile([UInt8])
  case codePoints(ColorCodePoints)

  /// Reads the contents of `colr`; nil for a kind that is not known.
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

  /// The profile to write with pixels, which HEIC holds as RGB; nil if none could be made.
  ///
  /// A profile of the pixels' own is written byte for byte, unless it is of gray or CMYK: then they count as sRGB.
  init?(describing pixels: PixelBuffer) {
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

/// Primaries, transfer curve and matrix of ISO/IEC 23091-2, and whether samples use all their values.
struct ColorCodePoints: Hashable, Sendable {
  var primaries: Int
  var transfer: Int
  var matrix: Int
  var isFullRange: Bool

  /// What holds where nothing is stated.
  static let unspecified = ColorCodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: false)

  /// The colour space of the samples once they are RGB.
  ///
  /// - Throws: `unsupported` for transfer curves of high dynamic range (PQ, HLG), which profiles cannot describe.
  func colorSpace() throws(HEIFError) -> ColorSpace {
    // The curve of BT.709 stands in stills for that of sRGB, which is what their writers mean.
    let isLikeSRGB = [1, 2, 6, 13].contains(transfer)
    if isLikeSRGB, primaries == 1 || primaries == 2 { return .sRGB }
    if isLikeSRGB, primaries == 12 { return .displayP3 }
    if let profile = CodePointProfile.bytes(primaries: primaries, transfer: transfer) { return .icc(profile) }
    let name = [16: " (PQ)", 18: " (HLG)"][transfer] ?? ""
    throw .unsupported("colours of primaries \(primaries) and transfer \(transfer)\(name)")
  }
}
