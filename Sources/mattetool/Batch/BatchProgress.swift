import Batch
import Glibc
import Synchronization
import SystemPackage

/// Reports on standard error how far a run is. May be shared by threads.
final class BatchProgress: Sendable {
  private struct Line: Encodable {
    let progress: Int
    let total: Int
    let failed: Int
    let input: String
    let status: String
    let error: String?
    let photosPerMinute: Double
    let secondsLeft: Double?
  }

  private struct State {
    var finished = 0
    /// Photos that were processed, successfully or not.
    var worked = 0
    var failed = 0
  }

  private let style: ProgressStyle
  private let isLive: Bool
  private let total: Int?
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// - Parameter total: the number of photos; nil if unknown.
  init(_ style: ProgressStyle, total: Int?) {
    self.style = style
    isLive = style.isLive
    self.total = total
  }

  func tell(_ report: PhotoReport) {
    state.withLock { state in
      state.finished += 1
      if report.status == .done || report.status == .failed { state.worked += 1 }
      if report.status == .failed { state.failed += 1 }
      let seconds = (ContinuousClock.now - start).seconds
      let rate = seconds > 0 ? Double(state.worked) / seconds : 0
      let left = total.flatMap { rate > 0 ? Double(max(0, $0 - state.finished)) / rate : nil }
      switch style {
      case .json:
        let line = Line(
          progress: state.finished, total: total ?? state.finished, failed: state.failed, input: report.input,
          status: report.status.rawValue, error: report.error, photosPerMinute: (rate * 600).rounded() / 10,
          secondsLeft: left.map { ($0 * 10).rounded() / 10 })
        if let bytes = try? JSONLine.bytes(of: line) { write(bytes) }
      case .none:
        tellProblems(of: report)
      case .auto, .plain:
        if isLive { erase() }
        tellProblems(of: report)
        let count = total.map { "\(state.finished)/\($0)" } ?? "\(state.finished)"
        if isLive {
          let remaining = left.map { ", \(Clock.text(seconds: $0)) left" } ?? ""
          let failed = state.failed > 0 ? ", \(state.failed) failed" : ""
          let line =
            "\(count)  \(Int((rate * 60).rounded())) photos a minute\(remaining)\(failed)  \(shown(report.input))"
          // A wrapped line could not be erased.
          write(String(line.prefix(Self.terminalWidth - 1)))
        } else if report.status != .failed {
          let time = report.milliseconds.values.reduce(0, +) / 1000
          let taken = report.status == .done ? " (\(Clock.text(seconds: time)))" : ""
          write("[\(count)] \(report.status.rawValue): \(shown(report.input)) -> \(shown(report.output))\(taken)\n")
        }
      }
    }
  }

  /// Writes a message on a line of its own.
  func tell(_ line: String) {
    guard style != .none, style != .json else { return }
    state.withLock { _ in
      if isLive { erase() }
      write("mattetool: \(line)\n")
    }
  }

  /// Writes the summary.
  func finish(_ summary: BatchSummary) { tell(summary.line) }

  private func tellProblems(of report: PhotoReport) {
    if let error = report.error { write("mattetool: error: \(shown(error))\n") }
    guard style != .none else { return }
    for warning in report.warnings where report.status == .done {
      write("mattetool: warning: \(shown(report.input)): \(warning)\n")
    }
  }

  /// The text with control characters replaced.
  private func shown(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "\u{FFFD}" : $0 }))
  }

  private static var terminalWidth: Int {
    var size = winsize()
    return ioctl(2, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1 ? Int(size.ws_col) : 80
  }

  private func erase() { write("\r\u{1B}[K") }
  private func write(_ text: String) { write(Array(text.utf8)) }
  private func write(_ bytes: [UInt8]) { _ = try? FileDescriptor.standardError.writeAll(bytes) }
}

extension Duration {
  fileprivate var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
