extension Comparable {
  /// The value, clamped to a range.
  @inlinable @inline(__always)
  package func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}
