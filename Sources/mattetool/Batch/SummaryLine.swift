import ArgumentParser
import Batch

extension BatchSummary {
  /// 0 if all files have their outputs, now or before, 1 if some failed, 2 if there were no files, 73 if the disk is
  /// full, 130 if the run was interrupted.
  var exitCode: ExitCode {
    if stopped != nil { return Failure.cannotCreate }
    if isInterrupted { return ExitCode(Interruption.exitCode) }
    if failed > 0 { return .failure }
    return done + unchanged + skipped == 0 ? ExitCode(2) : .success
  }

  /// The exit code for a scheduler that restarts tasks after any code but 0: failures that a retry would not fix count
  /// as done.
  ///
  /// - Parameter hasReport: whether a file lists the failures, so that the code need not report them.
  func exitCode(ofTaskWithReport hasReport: Bool) -> ExitCode {
    switch exitCode {
    case ExitCode(2): .success
    case .failure where hasReport && notStarted == 0: .success
    case let code: code
    }
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
    let rate = photosPerMinute > 0 ? ", \(photoRate)" : ""
    return "\(counts): \(parts.joined(separator: ", ")) in "
      + "\(DurationText.text(seconds: seconds))\(rate)\(isInterrupted ? "; interrupted" : "")"
  }
}
