import Imaging
import Synchronization

/// Delivers pictures at the rate that is set, which may change at any time. May be shared by threads.
final class GeneratorStream: CaptureStream {
  private let format: CaptureDeviceFormat
  private let clock: any CaptureClock
  private let timer: any CaptureTimer
  private let generate: @Sendable (CaptureDeviceFormat, Int) -> PixelBuffer?
  private let interval: Mutex<FrameDurationRamp>
  /// The time of the last frame.
  private let last: Mutex<MediaTime>

  init(
    _ settings: StreamSettings, clock: any CaptureClock,
    _ generate: @escaping @Sendable (CaptureDeviceFormat, Int) -> PixelBuffer?
  ) {
    format = settings.format
    self.clock = clock
    timer = clock.makeTimer()
    self.generate = generate
    interval = Mutex(FrameDurationRamp(settings.minFrameDuration))
    last = Mutex(clock.time)
  }

  var rateControl: FrameRateControl { .device }

  func setMinFrameDuration(_ duration: MediaTime) -> FrameRateControl {
    let time = last.withLock { $0 }
    interval.withLock { $0.set(duration, at: time) }
    return .device
  }

  func run(_ deliver: @escaping @Sendable (CaptureSample) -> Void) async throws(CaptureError) {
    defer { timer.invalidate() }
    var time = clock.time
    var index = 0
    while !Task.isCancelled {
      guard let pixels = generate(format, index) else { return }
      await timer.wait(until: time)
      if Task.isCancelled { return }
      deliver(.frame(Frame(pixels: pixels, time: time)))
      index += 1
      let shown = time
      last.withLock { $0 = shown }
      time += interval.withLock { $0.duration(at: shown) }
      // Pictures that take longer to make than their duration are delivered late.
      let now = clock.time
      if now > time { time = now }
    }
  }
}
