import ArgumentParser
import Batch

extension BatchSummary {
  /// 0 if all files have their outputs, 1 if some failed, 2 if there was nothing to do, 130 if the run was interrupted.
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
    let kinds = [(photos, "photo"), (movies, "movie")].filter { $0.0 > 0 || ($0.1 == "photo" && movies == 0) }
    let counts = kinds.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: ", ")
    let photoRate = "\(Int(photosPerMinute.rounded())) \(movies > 0 ? "photos " : "")a minute"
    let rate = done > moviesDone ? ", \(photoRate)" : ""
    return "\(counts): \(parts.joined(separator: ", ")) in "
      + "\(Clock.text(seconds: seconds))\(rate)\(isInterrupted ? "; interrupted" : "")"
  }
}
