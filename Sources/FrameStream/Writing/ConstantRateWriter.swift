import Imaging

/// Gives a writer of a format without times one frame for each interval of a constant rate, as FFmpeg does: a frame that
/// is shown for longer is repeated, and one that follows within the same interval is dropped. Used by one thread at a
/// time.
package final class ConstantRateWriter: FrameWriter {
  private let writer: any FrameWriter
  private let rate: FrameRate
  private var start: MediaTime?
  private var last: Frame?
  /// The number of intervals that have a frame.
  private var count: Int64 = 0
  /// The end of the last frame, which is repeated up to it; nil for a single interval.
  package var end: MediaTime?

  package init(_ writer: any FrameWriter, rate: FrameRate) {
    self.writer = writer
    self.rate = rate
  }

  package func write(_ frame: Frame) throws(FrameStreamError) {
    let interval = interval(at: frame.time)
    guard interval >= count else { return }
    try repeatLast(until: interval)
    try writer.write(frame)
    last = frame
    count += 1
  }

  package func finish() throws(FrameStreamError) {
    if let end { try repeatLast(until: interval(at: end)) }
    try writer.finish()
  }

  private func repeatLast(until interval: Int64) throws(FrameStreamError) {
    guard let last else { return }
    while count < interval {
      try writer.write(last)
      count += 1
    }
  }

  /// The interval that begins next to a time. The first frame begins the first one.
  private func interval(at time: MediaTime) -> Int64 {
    let start = start ?? time
    self.start = start
    return MediaTime(seconds: (time - start).seconds * rate.value, preferredTimescale: 1).value
  }
}
