/// Durations as text for people.
enum DurationText {
  /// `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`.
  static func text(seconds: Double) -> String {
    guard seconds.isFinite else { return "a while" }
    if seconds < 10 { return "\((max(0, seconds) * 10).rounded() / 10) s" }
    let whole = Int(min(seconds, 1e9).rounded())
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
