import Imaging
import Synchronization

/// Moves the frames of one device into its hub, until it is stopped. May be shared by threads.
final class CapturePump: Sendable {
  let device: CaptureDevice
  let format: CaptureDeviceFormat
  let hub: CaptureHub
  private let stream: any CaptureStream
  private let clock: any CaptureClock
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Sets the device up.
  init(_ device: CaptureDevice, hub: CaptureHub, clock: any CaptureClock) throws(CaptureError) {
    self.device = device
    self.hub = hub
    self.clock = clock
    format = device.activeFormat
    stream = try device.driver.makeStream(
      StreamSettings(format: format.asRead, minFrameDuration: device.activeVideoMinFrameDuration), clock: clock)
    device.set(stream.rateControl)
  }

  deinit { task.withLock { $0?.cancel() } }

  /// Starts the device.
  ///
  /// - Parameter ended: called when the frames end or the device fails by itself.
  func start(ended: @escaping @Sendable (CaptureError?) -> Void) {
    task.withLock { task in
      task = Task { [stream, device, hub, format] in
        let limiter = Mutex(FrameRateLimiter())
        do throws(CaptureError) {
          try await stream.run { sample in
            let control = stream.rateControl
            device.set(control)
            if control == .leavingOutFrames, case .frame(let frame) = sample {
              let interval = device.activeVideoMinFrameDuration
              guard limiter.withLock({ $0.passes(frame.time, interval: interval) }) else { return }
            }
            Self.deliver(sample, of: device, in: format, to: hub)
          }
          if !Task.isCancelled { ended(nil) }
        } catch {
          if !Task.isCancelled { ended(error) }
        }
      }
    }
  }

  /// Gives a frame as the zoom and the format show it.
  private static func deliver(
    _ sample: CaptureSample, of device: CaptureDevice, in format: CaptureDeviceFormat, to hub: CaptureHub
  ) {
    guard case .frame(let whole) = sample else { return hub.deliver(sample) }
    let factor = device.advanceZoom(to: whole.time)
    // Formats of films and pipes may promise another size than frames have.
    let isAsPromised = whole.size == format.sensorDimensions
    let shown = FrameCrop(factor: factor, of: whole.size, as: isAsPromised ? format.dimensions : whole.size)
    do {
      hub.deliver(.frame(try shown.applied(to: whole)), of: StillSource(frame: whole, shown: shown))
    } catch {
      hub.deliver(
        .dropped(DroppedVideoFrame(time: whole.time, reason: .discontinuity, dimensions: format.dimensions)))
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
