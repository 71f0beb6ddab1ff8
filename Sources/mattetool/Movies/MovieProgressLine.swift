import Batch
import Synchronization
import SystemPackage

/// Reports on standard error how far the work on a movie is: one line that is updated on a terminal, a line every ten
/// seconds elsewhere. May be shared by threads.
final class MovieProgressLine: Sendable {
  private let name: String
  private let isLive: Bool
  private let isSilent: Bool
  private let start = ContinuousClock.now
  private let last = Mutex<Duration?>(nil)

  init(_ style: ProgressStyle, name: String) {
    self.name = name
    isLive = style.isLive
    isSilent = style == .none
  }

  func tell(_ progress: MovieProgress) {
    guard !isSilent else { return }
    let elapsed = ContinuousClock.now - start
    let isDue = last.withLock { last in
      guard elapsed - (last ?? .zero) >= (isLive ? .milliseconds(200) : .seconds(10)) else { return false }
      last = elapsed
      return true
    }
    guard isDue else { return }
    let line = Self.text(of: progress, name: name, seconds: elapsed / .seconds(1))
    write(isLive ? "\r\u{1B}[K\(line)" : "mattetool: \(line)\n")
  }

  /// `clip.mp4: frame 120 of 300, 24.1 frames a second, 7.5 s left`.
  ///
  /// - Parameter seconds: how long the work has taken so far.
  static func text(of progress: MovieProgress, name: String, seconds: Double) -> String {
    let rate = seconds > 0 ? Double(progress.frameCount) / seconds : 0
    let line = "\(name): frame \(progress.frameCount)"
    guard let total = progress.totalFrameCount, total >= progress.frameCount, rate > 0 else {
      return line + ", \(rounded(rate)) frames a second"
    }
    let left = Double(total - progress.frameCount) / rate
    return line + " of \(total), \(rounded(rate)) frames a second, \(Clock.text(seconds: left)) left"
  }

  /// Takes the line away.
  func finish() { if isLive { write("\r\u{1B}[K") } }

  private static func rounded(_ rate: Double) -> String { "\((rate * 10).rounded() / 10)" }
  private func write(_ text: String) { _ = try? FileDescriptor.standardError.writeAll(Array(text.utf8)) }
}
