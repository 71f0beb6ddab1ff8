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

  /// What to write with pixels, which HEIC holds as RGB: code points for high dynamic range, else a profile; nil if none
  /// could be made.
  ///
  /// A profile of the pixels' own is written byte for byte, unless it is of gray or CMYK: then they count as sRGB.
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

/// Primaries, transfer curve and matrix of ISO/IEC 23091-2, and whether samples use all their values.
struct ColorCodePoints: Hashable, Sendable {
  var primaries: Int
  var transfer: Int
  var matrix: Int
  var isFullRange: Bool

  /// What holds where nothing is stated.
  static let unspecified = ColorCodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: false)

  init(primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool) {
    (self.primaries, self.transfer, self.matrix, self.isFullRange) = (primaries, transfer, matrix, isFullRange)
  }

  /// Those of a space of high dynamic range, with the matrix and range that pictures are coded with here; nil for others.
  init?(_ colorSpace: ColorSpace) {
    let (primaries, transfer): (ColorPrimaries, Int)
    switch colorSpace {
    case .pq(let own): (primaries, transfer) = (own, Self.pq)
    case .hlg(let own): (primaries, transfer) = (own, Self.hlg)
    default: return nil
    }
    // BT.601's, as in all that is written here.
    self.init(primaries: primaries.codePoint, transfer: transfer, matrix: 6, isFullRange: true)
  }

  /// `TransferCharacteristics` of the perceptual quantizer and of hybrid log-gamma.
  private static let (pq, hlg) = (16, 18)

  /// The space of high dynamic range that the code points stand for; nil for others. Primaries that are not stated are
  /// those of BT.2100.
  var highDynamicRange: ColorSpace? {
    let primaries = withoutReserved.primaries
    guard let primaries = primaries == 2 ? .bt2020 : ColorPrimaries(codePoint: primaries) else { return nil }
    switch transfer {
    case Self.pq: return .pq(primaries)
    case Self.hlg: return .hlg(primaries)
    default: return nil
    }
  }

  /// The same with reserved primaries and transfer curves as unspecified ones, which decoders take them for (ITU-T H.265,
  /// E.3.1).
  private var withoutReserved: ColorCodePoints {
    var points = self
    if !CodePointProfile.knows(primaries: primaries) { points.primaries = Self.unspecified.primaries }
    let isHighDynamicRange = [Self.pq, Self.hlg].contains(transfer)
    if !isHighDynamicRange, !CodePointProfile.knows(transfer: transfer) {
      points.transfer = Self.unspecified.transfer
    }
    return points
  }

  /// What is wrong with primaries or curve, that they are reserved; nil if they mean something or are unspecified.
  var obstacle: String? {
    withoutReserved == self ? nil : "its colours are stated by reserved code points, \(name)"
  }

  /// For people.
  var name: String {
    "primaries \(primaries) and transfer \(transfer)" + ([Self.pq: " (PQ)", Self.hlg: " (HLG)"][transfer] ?? "")
  }

  /// The colour space of the samples once they are RGB.
  ///
  /// - Throws: `unsupported` for high dynamic range in unusual primaries.
  func colorSpace() throws(HEIFError) -> ColorSpace {
    if let highDynamicRange { return highDynamicRange }
    let (primaries, transfer) = (withoutReserved.primaries, withoutReserved.transfer)
    // The curve of BT.709 stands in stills for that of sRGB, which is what their writers mean.
    let isLikeSRGB = [1, 2, 6, 13].contains(transfer)
    if isLikeSRGB, primaries == 1 || primaries == 2 { return .sRGB }
    if isLikeSRGB, primaries == 12 { return .displayP3 }
    if let profile = CodePointProfile.bytes(primaries: primaries, transfer: transfer) { return .icc(profile) }
    throw .unsupported("colours of \(name)")
  }
}
