import FrameStream
import Imaging
import Synchronization

/// Delivers the frames of a sequence in real time. May be shared by threads.
final class SequenceStream: CaptureStream {
  private let frames: FrameSequence
  /// The end of the last frame, in the frames' time; nil if unknown.
  private let end: MediaTime?
  private let ending: LastFrameDuration
  private let clock: any CaptureClock
  private let timer: any CaptureTimer
  private let size: PixelSize
  private let ownInterval: MediaTime
  private let interval: Mutex<MediaTime>

  /// - Parameter ending: receives the duration of the last frame.
  init(
    _ frames: FrameSequence, endingAt end: MediaTime?, _ ending: LastFrameDuration, _ settings: StreamSettings,
    clock: any CaptureClock
  ) {
    self.frames = frames
    self.end = end
    self.ending = ending
    self.clock = clock
    size = settings.format.dimensions
    timer = clock.makeTimer()
    ownInterval = settings.format.minFrameDuration
    interval = Mutex(settings.minFrameDuration)
  }

  /// The frames have a rate of their own.
  var rateControl: FrameRateControl { interval.withLock { $0 <= ownInterval ? .device : .leavingOutFrames } }

  func setMinFrameDuration(_ duration: MediaTime) -> FrameRateControl {
    interval.withLock { $0 = duration }
    return rateControl
  }

  func run(_ deliver: @escaping @Sendable (CaptureSample) -> Void) async throws(CaptureError) {
    defer { timer.invalidate() }
    do throws(FrameStreamError) {
      var iterator = frames.makeAsyncIterator()
      var shift: MediaTime?
      var last: MediaTime?
      var following = try await iterator.next()
      while !Task.isCancelled, var frame = following {
        // Waiting for the next frame is useful only if the end is known: pipes may be live.
        var failure: FrameStreamError?
        if let end {
          do { following = try await iterator.next() } catch { (following, failure) = (nil, error) }
          if following == nil, failure == nil, end > frame.time { ending.set(end - frame.time) }
        }
        var time = frame.time + (shift ?? clock.time - frame.time)
        if let last, time <= last {
          let step = last + ownInterval - time
          time += step
          shift = (shift ?? .zero) + step
          deliver(.dropped(DroppedFrame(time: time, reason: .discontinuity, count: nil, size: size)))
        }
        if shift == nil { shift = time - frame.time }
        last = time
        await timer.wait(until: time)
        if Task.isCancelled { return }
        frame.time = time
        deliver(.frame(frame))
        if let failure { throw failure }
        if end == nil { following = try await iterator.next() }
      }
    } catch {
      throw .frames(error)
    }
  }
}
