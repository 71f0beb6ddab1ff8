import Imaging

/// Gives a writer of a format without times one frame for each interval of a constant rate, as FFmpeg does: a frame that
/// is shown for longer is repeated, and one that follows within the same interval is dropped. A gap of more than ten
/// minutes is taken for an error of the times, and left out. Used by one thread at a time.
package final class ConstantRateWriter: FrameWriter {
  private let writer: any FrameWriter
  private let rate: FrameRate
  private var start: MediaTime?
  private var last: Frame?
  /// The number of intervals that have a frame.
  private var count: Int64 = 0
  /// The end of the last frame, which is repeated up to it; nil for a single interval.
  package var end: MediaTime?

  /// The longest gap that is filled, in seconds. MPEG-TS can jump by a day, where its clock begins anew.
  private static let longestGap = 600.0

  package init(_ writer: any FrameWriter, rate: FrameRate) {
    self.writer = writer
    self.rate = rate
  }

  package func write(_ frame: Frame) throws(FrameStreamError) {
    let interval = interval(at: frame.time)
    guard interval >= count else { return }
    if isFilled(until: interval) {
      try repeatLast(until: interval)
    } else {
      let written = MediaTime(seconds: Double(count) / rate.value, preferredTimescale: frame.time.timescale)
      start = frame.time - written
    }
    try writer.write(frame)
    last = frame
    count += 1
  }

  package func finish() throws(FrameStreamError) {
    if let end, isFilled(until: interval(at: end)) { try repeatLast(until: interval(at: end)) }
    try writer.finish()
  }

  private func repeatLast(until interval: Int64) throws(FrameStreamError) {
    guard let last else { return }
    while count < interval, !Task.isCancelled {
      try writer.write(last)
      count += 1
    }
  }

  private func isFilled(until interval: Int64) -> Bool {
    Double(interval) - Double(count) <= Self.longestGap * rate.value
  }

  /// The interval that begins next to a time, clamped for one out of all bounds. The first frame begins the first one.
  private func interval(at time: MediaTime) -> Int64 {
    let start = start ?? time
    self.start = start
    return MediaTime(seconds: (time - start).seconds * rate.value, preferredTimescale: 1).value
  }
}
