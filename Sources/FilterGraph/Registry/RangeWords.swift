extension ClosedRange<Double> {
  /// The range for people: `from 0 to 1`, `at least 0`, `at most 1`.
  var words: String {
    switch (lowerBound.isFinite, upperBound.isFinite) {
    case (true, true): "from \(lowerBound.plain) to \(upperBound.plain)"
    case (true, false): "at least \(lowerBound.plain)"
    case (false, true): "at most \(upperBound.plain)"
    case (false, false): "any number"
    }
  }
}

extension Double {
  /// Without a fraction where there is none.
  var plain: String { self == rounded() && abs(self) < 1e15 ? String(Int(self)) : String(self) }
}
