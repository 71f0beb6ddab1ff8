/// A matrix of Y'CbCr by its code point of ITU-T H.273, table 4, with the weights of red and blue in luma.
struct YCbCrMatrix: Sendable, Hashable {
  let codePoint: Int
  let kr, kb: Double

  private static let all = [
    YCbCrMatrix(codePoint: 1, kr: 0.2126, kb: 0.0722), YCbCrMatrix(codePoint: 4, kr: 0.30, kb: 0.11),
    YCbCrMatrix(codePoint: 6, kr: 0.299, kb: 0.114), YCbCrMatrix(codePoint: 7, kr: 0.212, kb: 0.087),
    YCbCrMatrix(codePoint: 9, kr: 0.2627, kb: 0.0593),
  ]

  private init(codePoint: Int, kr: Double, kb: Double) {
    (self.codePoint, self.kr, self.kb) = (codePoint, kr, kb)
  }

  /// Nil for a matrix that is not read.
  init?(codePoint: Int) {
    // 5 and 6 are BT.601 for 625 and for 525 lines.
    guard let found = Self.all.first(where: { $0.codePoint == (codePoint == 5 ? 6 : codePoint) }) else { return nil }
    self = found
  }

  /// Nil for weights that no code point stands for.
  init?(kr: Double, kb: Double) {
    guard let found = Self.all.first(where: { $0.kr == kr && $0.kb == kb }) else { return nil }
    self = found
  }
}
