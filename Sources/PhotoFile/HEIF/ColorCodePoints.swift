import Imaging
import Kernels

/// Primaries, transfer curve and matrix of ISO/IEC 23091-2, and whether samples are full range.
struct ColorCodePoints: Hashable, Sendable {
  var primaries: Int
  var transfer: Int
  var matrix: Int
  var isFullRange: Bool

  /// The code points if none are stated.
  static let unspecified = ColorCodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: false)

  init(primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool) {
    (self.primaries, self.transfer, self.matrix, self.isFullRange) = (primaries, transfer, matrix, isFullRange)
  }

  /// The code points of a colour space of high dynamic range, with the matrix and range that are used for coding; nil
  /// for others.
  init?(_ colorSpace: ColorSpace) {
    let (primaries, transfer): (ColorPrimaries, Int)
    switch colorSpace {
    case .pq(let own): (primaries, transfer) = (own, Self.pq)
    case .hlg(let own): (primaries, transfer) = (own, Self.hlg)
    default: return nil
    }
    // BT.601's, as in all files written here.
    self.init(primaries: primaries.codePoint, transfer: transfer, matrix: 6, isFullRange: true)
  }

  /// `TransferCharacteristics` of the perceptual quantizer and of hybrid log-gamma.
  private static let (pq, hlg) = (16, 18)

  /// The high dynamic range space of the code points; nil for others. Unspecified primaries are those of BT.2100.
  var highDynamicRange: ColorSpace? {
    let primaries = withoutReserved.primaries
    guard let primaries = primaries == 2 ? .bt2020 : ColorPrimaries(codePoint: primaries) else { return nil }
    switch transfer {
    case Self.pq: return .pq(primaries)
    case Self.hlg: return .hlg(primaries)
    default: return nil
    }
  }

  /// The code points with unspecified primaries and transfer curves in place of reserved ones, as decoders interpret
  /// them (ITU-T H.265, E.3.1).
  private var withoutReserved: ColorCodePoints {
    var points = self
    if !CodePointProfile.isDefined(primaries: primaries) { points.primaries = Self.unspecified.primaries }
    let isHighDynamicRange = [Self.pq, Self.hlg].contains(transfer)
    if !isHighDynamicRange, !CodePointProfile.isDefined(transfer: transfer) {
      points.transfer = Self.unspecified.transfer
    }
    return points
  }

  /// Why the colours cannot be applied: primaries or curve are reserved code points. Nil if none is reserved.
  var obstacle: String? {
    withoutReserved == self ? nil : "its colours are stated by reserved code points, \(name)"
  }

  /// For people.
  var name: String {
    "primaries \(primaries) and transfer \(transfer)" + ([Self.pq: " (PQ)", Self.hlg: " (HLG)"][transfer] ?? "")
  }

  /// The colour space of the samples after conversion to RGB.
  ///
  /// - Throws: `unsupported` for high dynamic range in unusual primaries.
  func colorSpace() throws(HEIFError) -> ColorSpace {
    if let highDynamicRange { return highDynamicRange }
    let (primaries, transfer) = (withoutReserved.primaries, withoutReserved.transfer)
    // In stills the curve of BT.709 means that of sRGB, as intended by their writers.
    let isLikeSRGB = [1, 2, 6, 13].contains(transfer)
    if isLikeSRGB, primaries == 1 || primaries == 2 { return .sRGB }
    if isLikeSRGB, primaries == 12 { return .displayP3 }
    if let profile = CodePointProfile.bytes(primaries: primaries, transfer: transfer) { return .icc(profile) }
    throw .unsupported("colours of \(name)")
  }
}
