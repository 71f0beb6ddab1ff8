import CVideo4Linux
import FrameStream
import Imaging

/// Converts the times of a camera's frames to the session's clock, and detects missing frames.
struct CameraTimeline {
  private var lastSequence: UInt32?
  private var last: MediaTime?
  /// The offset of times since the camera's clock jumped.
  private var shift = MediaTime.zero

  /// The samples for a buffer: a report of frames lost before it, if any, then its frame or the report of its loss.
  mutating func samples(
    of buffer: cv4l_buffer, by decoder: CameraFrameDecoder, interval: MediaTime, clock: any CaptureClock
  ) -> [CaptureSample] {
    var samples: [CaptureSample] = []
    var time = Self.time(of: buffer, clock: clock) + shift
    if let last, time <= last {
      // The clock was set back: times continue as if it had not been.
      let step = last + interval - time
      shift += step
      time += step
      samples.append(
        .dropped(DroppedFrame(time: time, reason: .discontinuity, count: nil, size: decoder.size)))
    }
    if let lastSequence {
      let missing = buffer.sequence &- lastSequence &- 1
      if missing > 0, missing < 1 << 31 {
        decoder.lose()
        samples.append(
          .dropped(
            DroppedFrame(time: time, reason: .discontinuity, count: Int(missing), size: decoder.size)))
      }
    }
    lastSequence = buffer.sequence
    last = time
    if buffer.is_damaged { decoder.lose() }
    if !buffer.is_damaged, let frame = decoder.frame(buffer, time: time) {
      samples.append(.frame(frame))
    } else {
      samples.append(
        .dropped(DroppedFrame(time: time, reason: .discontinuity, count: 1, size: decoder.size)))
    }
    return samples
  }

  /// Frames that did not come at all.
  mutating func lost(
    _ count: Int, after interval: MediaTime, clock: any CaptureClock, size: PixelSize
  ) -> DroppedFrame {
    let time = last.map { $0 + interval } ?? clock.time
    last = time
    if let lastSequence { self.lastSequence = lastSequence &+ UInt32(count) }
    return DroppedFrame(time: time, reason: .discontinuity, count: count, size: size)
  }

  private static func time(of buffer: cv4l_buffer, clock: any CaptureClock) -> MediaTime {
    let time = MediaTime(value: buffer.nanoseconds, timescale: 1_000_000_000)
    guard buffer.has_monotonic_time else { return clock.time }
    return clock is HostClock ? time : time - HostClock().time + clock.time
  }
}
