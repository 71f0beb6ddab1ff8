import FrameStream
import Imaging
import Synchronization

/// Gives the frames of a sequence at the pace of their times. May be shared by threads.
final class SequenceStream: CaptureStream {
  private let frames: FrameSequence
  private let clock: any CaptureClock
  private let timer: any CaptureTimer
  private let size: PixelSize
  private let ownInterval: MediaTime
  private let interval: Mutex<MediaTime>

  init(_ frames: FrameSequence, _ settings: StreamSettings, clock: any CaptureClock) {
    self.frames = frames
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
      while !Task.isCancelled, var frame = try await iterator.next() {
        var time = frame.time + (shift ?? clock.time - frame.time)
        if let last, time <= last {
          let step = last + ownInterval - time
          time += step
          shift = (shift ?? .zero) + step
          deliver(.dropped(DroppedVideoFrame(time: time, reason: .discontinuity, count: nil, dimensions: size)))
        }
        if shift == nil { shift = time - frame.time }
        last = time
        await timer.wait(until: time)
        if Task.isCancelled { return }
        frame.time = time
        deliver(.frame(frame))
      }
    } catch {
      throw .frames(error)
    }
  }
}
