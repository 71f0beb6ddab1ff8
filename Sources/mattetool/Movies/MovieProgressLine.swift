import Batch
import Synchronization
import SystemPackage

/// Reports the progress on a movie on standard error: one line that is updated on a terminal, a line every ten seconds
/// elsewhere. May be shared by threads.
final class MovieProgressLine: Sendable {
  private let name: String
  private let isLive: Bool
  private let isSilent: Bool
  private let start = ContinuousClock.now
  private let last = Mutex<Duration?>(nil)

  init(_ style: MovieProgressStyle, name: String) {
    self.name = TerminalText.shown(name)
    isLive = style.isLive
    isSilent = style == .none
  }

  func report(_ progress: MovieProgress) {
    guard !isSilent else { return }
    let elapsed = ContinuousClock.now - start
    let isDue = last.withLock { last in
      guard elapsed - (last ?? .zero) >= (isLive ? .milliseconds(200) : .seconds(10)) else { return false }
      last = elapsed
      return true
    }
    guard isDue else { return }
    let line = Self.text(of: progress, name: name, rate: Double(progress.frameCount) / (elapsed / .seconds(1)))
    write(isLive ? "\r\u{1B}[K\(line)" : "mattetool: \(line)\n")
  }

  /// `clip.mp4: frame 120 of 300, 24.1 frames a second, 7.5 s left`.
  ///
  /// - Parameter rate: in frames a second; nil if unknown yet.
  static func text(of progress: MovieProgress, name: String, rate: Double?) -> String {
    let total = progress.totalFrameCount.flatMap { $0 >= progress.frameCount ? $0 : nil }
    var text = "\(name): frame \(progress.frameCount)" + (total.map { " of \($0)" } ?? "")
    guard let rate, rate > 0 else { return text }
    text += ", \(rounded(rate)) frames a second"
    return text + (total.map { ", \(DurationText.text(seconds: Double($0 - progress.frameCount) / rate)) left" } ?? "")
  }

  /// Takes the line away.
  func finish() { if isLive { write("\r\u{1B}[K") } }

  private static func rounded(_ rate: Double) -> String { "\((rate * 10).rounded() / 10)" }
  private func write(_ text: String) { _ = try? FileDescriptor.standardError.writeAll(Array(text.utf8)) }
}
