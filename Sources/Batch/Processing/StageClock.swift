/// Measures the duration of each stage of the work on a photo.
package struct StageClock: Sendable {
  /// The time of each stage, by its name.
  package private(set) var milliseconds: [String: Double] = [:]

  package init() {}

  package mutating func time<Result>(_ stage: String, _ work: () throws -> Result) rethrows -> Result {
    let start = ContinuousClock.now
    defer { add(ContinuousClock.now - start, to: stage) }
    return try work()
  }

  mutating func add(_ duration: Duration, to stage: String) {
    let (seconds, attoseconds) = duration.components
    let spent = Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    milliseconds[stage, default: 0] += (spent * 10).rounded() / 10
  }
}
