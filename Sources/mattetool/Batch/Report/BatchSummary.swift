import ArgumentParser

/// What became of a list of photos: the last line of a report.
struct BatchSummary: Codable, Sendable, Equatable {
  var photos = 0
  var done = 0
  var unchanged = 0
  var skipped = 0
  var failed = 0
  /// Photos that were not begun: the run was interrupted, or had too many errors.
  var notStarted = 0
  var isInterrupted = false
  /// The part of the list that the run had, such as `2/8`.
  var shard: String?
  var seconds = 0.0
  /// Of those that were done.
  var photosPerMinute = 0.0
  /// By stage, of all photos together.
  var milliseconds: [String: Double] = [:]
  /// In bytes.
  var peakMemory = 0
  var version = MatteTool.configuration.version

  mutating func add(_ report: PhotoReport) {
    switch report.status {
    case .done: done += 1
    case .unchanged: unchanged += 1
    case .skipped: skipped += 1
    case .failed: failed += 1
    }
    for (stage, time) in report.milliseconds {
      milliseconds[stage] = ((milliseconds[stage] ?? 0) * 10 + time * 10).rounded() / 10
    }
    peakMemory = max(peakMemory, report.peakMemory ?? 0)
  }

  /// Adds the numbers of another run; not its time.
  mutating func add(_ other: BatchSummary) {
    done += other.done
    unchanged += other.unchanged
    skipped += other.skipped
    failed += other.failed
    for (stage, time) in other.milliseconds {
      milliseconds[stage] = ((milliseconds[stage] ?? 0) * 10 + time * 10).rounded() / 10
    }
    peakMemory = max(peakMemory, other.peakMemory)
  }

  mutating func setSeconds(_ value: Double) {
    seconds = (value * 1000).rounded() / 1000
    photosPerMinute = value > 0 ? (Double(done) / value * 600).rounded() / 10 : 0
  }

  /// 0 if all photos have their outputs, 1 if some failed, 2 if there was nothing to do, 130 if the run was interrupted.
  var exitCode: ExitCode {
    if isInterrupted { return ExitCode(Interruption.exitCode) }
    if failed > 0 { return .failure }
    return done + unchanged == 0 ? ExitCode(2) : .success
  }

  /// One line for people.
  var line: String {
    var parts = ["\(done) done"]
    if unchanged > 0 { parts.append("\(unchanged) unchanged") }
    if skipped > 0 { parts.append("\(skipped) skipped") }
    if failed > 0 { parts.append("\(failed) failed") }
    if notStarted > 0 { parts.append("\(notStarted) not started") }
    let rate = done > 0 ? ", \(Int(photosPerMinute.rounded())) a minute" : ""
    return "\(photos) photo\(photos == 1 ? "" : "s"): \(parts.joined(separator: ", ")) in "
      + "\(Clock.text(seconds: seconds))\(rate)\(isInterrupted ? "; interrupted" : "")"
  }
}
