import Batch
import Glibc
import MatteKit
import Synchronization
import SystemPackage

/// Reports the progress of a run on standard error. May be shared by threads.
final class BatchProgress: Sendable {
  private struct Line: Encodable {
    let progress: Int
    let total: Int
    let failed: Int
    let input: String
    /// The status in the report, or `working` for a movie in progress.
    let status: String
    let error: String?
    let photosPerMinute: Double
    let secondsLeft: Double?
    /// The number of written frames of a movie in progress, and their approximate total.
    var frame: Int?
    var frames: Int?
  }

  /// A movie in progress.
  private struct Movie {
    let input: String
    /// When its first frame was written.
    let start = ContinuousClock.now
    /// When its frames were last reported; nil before the first report.
    var lastReport: ContinuousClock.Instant?
  }

  private struct State {
    var finished = 0
    var finishedMovies = 0
    /// Photos that were processed, successfully or not.
    var worked = 0
    var failed = 0
    var movie: Movie?
  }

  private let style: ProgressStyle
  private let isLive: Bool
  /// Nil if unknown.
  private let total: BatchSummary?
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// - Parameter total: counts the photos and movies of the run; nil if they are unknown.
  init(_ style: ProgressStyle, total: BatchSummary?) {
    self.style = style
    isLive = style.isLive
    self.total = total
  }

  func report(_ report: FileReport) {
    state.withLock { state in
      state.finished += 1
      if report.isMovie {
        state.finishedMovies += 1
        state.movie = nil
      } else if report.status == .done || report.status == .failed {
        state.worked += 1
      }
      if report.status == .failed { state.failed += 1 }
      switch style {
      case .json: write(line(state, report.input, report.status.rawValue, error: report.error))
      case .none:
        reportProblems(of: report)
      case .auto, .plain:
        if isLive { erase() }
        reportProblems(of: report)
        if isLive {
          let rate = photoRate(state)
          let photos = state.worked > 0 ? "  \(Int((rate * 60).rounded())) photos a minute" : ""
          let remaining = secondsLeft(state).map { ", \(DurationText.text(seconds: $0)) left" } ?? ""
          show("\(count(state))\(photos)\(remaining)\(failed(state))  \(shown(report.input))")
        } else if report.status != .failed {
          let time = report.milliseconds.values.reduce(0, +) / 1000
          let taken = report.status == .done ? " (\(DurationText.text(seconds: time)))" : ""
          write(
            "[\(count(state))] \(report.status.rawValue): \(shown(report.input)) -> \(shown(report.output))\(taken)\n")
        }
      }
    }
  }

  /// Reports the frames of a movie in progress: on a terminal the first, then several times a second; for programs the
  /// first, then each second; elsewhere every ten seconds.
  func report(_ progress: MovieProgress, of input: FilePath) {
    guard style != .none else { return }
    state.withLock { state in
      let name = input.shown
      var movie = state.movie.flatMap { $0.input == name ? $0 : nil } ?? Movie(input: name)
      defer { state.movie = movie }
      let now = ContinuousClock.now
      let interval: Duration = isLive ? .milliseconds(200) : style == .json ? .seconds(1) : .seconds(10)
      let begins = movie.lastReport == nil && (isLive || style == .json)
      guard begins || now - (movie.lastReport ?? movie.start) >= interval else { return }
      movie.lastReport = now
      if style == .json {
        write(
          line(state, name, "working", frame: progress.frameCount, frames: progress.totalFrameCount))
        return
      }
      let rate = begins ? nil : Double(progress.frameCount - 1) / ((now - movie.start) / .seconds(1))
      let text = MovieProgressLine.text(of: progress, name: shown(name), rate: rate)
      if isLive {
        erase()
        show("\(count(state))\(failed(state))  \(text)")
      } else {
        write("[\(count(state))] \(text)\n")
      }
    }
  }

  /// Writes a message on a line of its own.
  func report(_ line: String) {
    guard style != .none, style != .json else { return }
    state.withLock { _ in
      if isLive { erase() }
      write("mattetool: \(shown(line))\n")
    }
  }

  /// Writes the summary, unless there was nothing to do, which was reported before.
  func finish(_ summary: BatchSummary) {
    if summary.photos + summary.movies > 0 || summary.isInterrupted { report(summary.line) }
  }

  private func photoRate(_ state: State) -> Double {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return seconds > 0 ? Double(state.worked) / seconds : 0
  }

  /// Nil if it is unknown, as when movies are left.
  private func secondsLeft(_ state: State) -> Double? {
    let rate = photoRate(state)
    guard let total, state.finishedMovies == total.movies, rate > 0 else { return nil }
    return Double(max(0, total.photos + total.movies - state.finished)) / rate
  }

  private func count(_ state: State) -> String {
    total.map { "\(state.finished)/\($0.photos + $0.movies)" } ?? "\(state.finished)"
  }

  private func failed(_ state: State) -> String { state.failed > 0 ? ", \(state.failed) failed" : "" }

  private func line(
    _ state: State, _ input: String, _ status: String, error: String? = nil, frame: Int? = nil, frames: Int? = nil
  ) -> [UInt8] {
    let line = Line(
      progress: state.finished, total: total.map { $0.photos + $0.movies } ?? state.finished, failed: state.failed,
      input: input, status: status, error: error, photosPerMinute: (photoRate(state) * 600).rounded() / 10,
      secondsLeft: secondsLeft(state).map { ($0 * 10).rounded() / 10 }, frame: frame, frames: frames)
    return (try? JSONLine.bytes(of: line)) ?? []
  }

  private func reportProblems(of report: FileReport) {
    if let error = report.error { write("mattetool: error: \(shown(error))\n") }
    guard style != .none else { return }
    for warning in report.warnings where report.status == .done {
      write("mattetool: warning: \(shown("\(report.input): \(warning)"))\n")
    }
  }

  private func shown(_ text: String) -> String { TerminalText.shown(text) }

  private static var terminalWidth: Int {
    var size = winsize()
    return ioctl(2, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1 ? Int(size.ws_col) : 80
  }

  /// Writes the updated line. A wrapped line could not be erased.
  private func show(_ line: String) { write(String(line.prefix(Self.terminalWidth - 1))) }
  private func erase() { write("\r\u{1B}[K") }
  private func write(_ text: String) { write(Array(text.utf8)) }
  private func write(_ bytes: [UInt8]) { _ = try? FileDescriptor.standardError.writeAll(bytes) }
}
