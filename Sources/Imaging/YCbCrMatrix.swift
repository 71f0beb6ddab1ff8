/// A matrix of Y'CbCr by its code point of ITU-T H.273, table 4, with the weights of red and blue in luma; that of green
/// is what they leave of 1. Of these weights `Luminance` repeats those of BT.709 as literals, for speed.
package struct YCbCrMatrix: Sendable, Hashable {
  package let codePoint: Int
  package let kr, kb: Double

  package static let bt709 = YCbCrMatrix(codePoint: 1, kr: 0.2126, kb: 0.0722)
  package static let bt601 = YCbCrMatrix(codePoint: 6, kr: 0.299, kb: 0.114)
  private static let all = [
    bt709, YCbCrMatrix(codePoint: 4, kr: 0.30, kb: 0.11), bt601, YCbCrMatrix(codePoint: 7, kr: 0.212, kb: 0.087),
    YCbCrMatrix(codePoint: 9, kr: 0.2627, kb: 0.0593),
  ]

  /// The default matrix of video: BT.709 for pictures of 1280 columns or 720 lines and more, BT.601 below.
  package static func assumed(for size: PixelSize) -> YCbCrMatrix {
    size.width >= 1280 || size.height >= 720 ? bt709 : bt601
  }

  private init(codePoint: Int, kr: Double, kb: Double) {
    (self.codePoint, self.kr, self.kb) = (codePoint, kr, kb)
  }

  /// Nil for an unsupported matrix, and for those that are no weights of red and blue alone.
  package init?(codePoint: Int) {
    // 5 and 6 are BT.601 for 625 and for 525 lines.
    guard let found = Self.all.first(where: { $0.codePoint == (codePoint == 5 ? 6 : codePoint) }) else { return nil }
    self = found
  }

  /// Nil for weights without a code point.
  package init?(kr: Double, kb: Double) {
    guard let found = Self.all.first(where: { $0.kr == kr && $0.kb == kb }) else { return nil }
    self = found
  }
}
