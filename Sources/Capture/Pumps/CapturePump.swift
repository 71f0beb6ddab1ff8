import FrameStream
import Imaging
import Synchronization

/// Moves the frames of one device into its hub, until it is stopped. May be shared by threads.
final class CapturePump: Sendable {
  let device: CaptureDevice
  let format: CaptureDeviceFormat
  let hub: CaptureHub
  private let stream: any CaptureStream
  private let clock: any CaptureClock
  /// The clock of the times that outputs receive.
  private let times: SynchronizationClock
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Sets the device up.
  ///
  /// - Parameter other: another format than the active one, at its own rate.
  init(
    _ device: CaptureDevice, in other: CaptureDeviceFormat? = nil, hub: CaptureHub, clock: any CaptureClock,
    times: SynchronizationClock
  ) throws(CaptureError) {
    self.times = times
    self.device = device
    self.hub = hub
    self.clock = clock
    format = other ?? device.activeFormat
    stream = try device.driver.makeStream(
      StreamSettings(
        format: format.asRead, minFrameDuration: other?.minFrameDuration ?? device.activeVideoMinFrameDuration),
      clock: clock)
    device.set(stream.rateControl)
  }

  deinit { task.withLock { $0?.cancel() } }

  /// Starts the device.
  ///
  /// - Parameter ended: called when the frames end or the device fails without a stop.
  func start(ended: @escaping @Sendable (CaptureError?) -> Void) {
    task.withLock { task in
      task = Task { [stream, device, hub, format, clock, times] in
        let limiter = Mutex(FrameRateLimiter(device.activeVideoMinFrameDuration))
        let sound = Mutex<SoundTimeline?>(nil)
        let pool = FramePool()
        let frameTimes = Mutex(FrameTimes())
        defer { if device.hasMediaType(.audio) { times.endSound(at: clock.time) } }
        do throws(CaptureError) {
          try await stream.run { sample in
            if case .audio(let buffer) = sample {
              let now = clock.time
              return hub.deliver(.audio(sound.withLock { Self.place(buffer, at: now, on: times, &$0) }))
            }
            let control = stream.rateControl
            device.set(control)
            if case .frame(let frame) = sample {
              let interval = device.activeVideoMinFrameDuration
              guard limiter.withLock({ $0.passes(frame.time, interval: interval, by: control) }) else { return }
            }
            let placed = frameTimes.withLock { Self.place(sample, on: times, &$0) }
            Self.deliver(placed, of: device, in: format, from: pool, to: hub)
          }
          if !Task.isCancelled { ended(nil) }
        } catch {
          if !Task.isCancelled { ended(error) }
        }
      }
    }
  }

  /// The beginning of the sound on its device's clock and on the session's.
  private struct SoundTimeline {
    let own: MediaTime
    let start: MediaTime
  }

  /// Puts sound that was just recorded on the timeline, of which it is the master.
  private static func place(
    _ buffer: AudioBuffer, at now: MediaTime, on times: SynchronizationClock, _ timeline: inout SoundTimeline?
  ) -> AudioBuffer {
    var buffer = buffer
    let end = buffer.time + buffer.duration
    if let timeline {
      times.observe(now, sound: timeline.start + (end - timeline.own))
      buffer.time = timeline.start + (buffer.time - timeline.own)
    } else {
      // The first sample was recorded before the last one, which was just now.
      let start = times.beginSound(at: now) - buffer.duration
      timeline = SoundTimeline(own: buffer.time, start: start)
      buffer.time = start
    }
    return buffer
  }

  /// Puts a frame on the timeline.
  private static func place(
    _ sample: CaptureSample, on times: SynchronizationClock, _ frameTimes: inout FrameTimes
  ) -> CaptureSample {
    switch sample {
    case .frame(var frame):
      frame.time = frameTimes.time(frame.time, as: times.convert(frame.time))
      return .frame(frame)
    case .dropped(var dropped):
      dropped.time = times.convert(dropped.time)
      return .dropped(dropped)
    case .audio: return sample
    }
  }

  /// Delivers a frame cropped and scaled by the zoom and the format.
  private static func deliver(
    _ sample: CaptureSample, of device: CaptureDevice, in format: CaptureDeviceFormat, from pool: FramePool,
    to hub: CaptureHub
  ) {
    guard case .frame(let frame) = sample else { return hub.deliver(sample) }
    guard var whole = pool.leased(frame, limit: device.maximumFramesInUse) else {
      return hub.deliver(
        .dropped(DroppedFrame(time: frame.time, reason: .outOfBuffers, size: format.dimensions)))
    }
    let factor = device.advanceZoom(to: whole.time)
    // Formats of movies and pipes may state another size than their frames have.
    let matchesFormat = whole.size == format.sensorDimensions
    let shown = FrameCrop(factor: factor, of: whole.size, as: matchesFormat ? format.dimensions : whole.size)
    if let view = format.videoFieldOfView { whole = FieldOfView(horizontal: view).described(whole) }
    do {
      hub.deliver(.frame(try shown.applied(to: whole)), of: StillSource(frame: whole, shown: shown))
    } catch {
      hub.deliver(
        .dropped(DroppedFrame(time: whole.time, reason: .discontinuity, size: format.dimensions)))
    }
  }

  /// Changes the rate while the device runs.
  func updateFrameDuration() { device.set(stream.setMinFrameDuration(device.activeVideoMinFrameDuration)) }

  /// Stops the device, and returns when it has stopped.
  func stop() async {
    let task = task.withLock { $0 }
    task?.cancel()
    await task?.value
  }
}
