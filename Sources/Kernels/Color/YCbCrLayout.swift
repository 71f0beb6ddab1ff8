import CPixelKernels

/// The layout and encoding of the samples of Y'CbCr planes.
package struct YCbCrLayout: Sendable, Hashable {
  /// Bits of a sample.
  package var depth: Int32
  /// Whether there is no chroma.
  package var isGray: Bool
  /// Whether chroma has half the columns, and half the rows.
  package var halvesWidth, halvesHeight: Bool
  /// Whether a chroma sample is sited in the centre of two luma samples rather than at the first.
  package var isCenteredX, isCenteredY: Bool
  /// The weights of red and blue in luma.
  package var kr, kb: Double
  /// Whether samples use all values.
  package var isFullRange: Bool

  package init(
    depth: Int, isGray: Bool, halvesWidth: Bool, halvesHeight: Bool, isCenteredX: Bool, isCenteredY: Bool, kr: Double,
    kb: Double, isFullRange: Bool
  ) {
    self.depth = Int32(depth)
    (self.isGray, self.halvesWidth, self.halvesHeight) = (isGray, halvesWidth, halvesHeight)
    (self.isCenteredX, self.isCenteredY) = (isCenteredX, isCenteredY)
    (self.kr, self.kb, self.isFullRange) = (kr, kb, isFullRange)
  }

  package init(_ planes: PKYCbCrPlanes) {
    depth = planes.depth
    isGray = planes.cb == nil || planes.cr == nil
    (halvesWidth, halvesHeight) = (!isGray && planes.halvesWidth != 0, !isGray && planes.halvesHeight != 0)
    // Chroma without subsampling is cosited with luma.
    (isCenteredX, isCenteredY) = (halvesWidth && planes.isCenteredX != 0, halvesHeight && planes.isCenteredY != 0)
    (kr, kb, isFullRange) = (planes.kr, planes.kb, planes.isFullRange != 0)
  }

  /// The layout of planes to write.
  package init(_ target: PKYCbCrTarget) {
    depth = target.depth
    isGray = false
    (halvesWidth, halvesHeight) = (target.isWhole == 0, target.isWhole == 0 && target.hasAllRows == 0)
    (isCenteredX, isCenteredY) = (halvesWidth && target.isCenteredX != 0, halvesHeight && target.isCenteredY != 0)
    (kr, kb, isFullRange) = (target.kr, target.kb, target.isFullRange != 0)
  }
}
