extension Float {
  /// The value clamped to a range; the lower end for NaN, so that the result can be converted to an integer.
  @inline(__always)
  func nanSafeClamped(to range: ClosedRange<Float>) -> Float {
    // Comparisons with NaN are false; `Swift.max` and `Float.maximum` would let some NaN through.
    self > range.lowerBound ? (self < range.upperBound ? self : range.upperBound) : range.lowerBound
  }
}
