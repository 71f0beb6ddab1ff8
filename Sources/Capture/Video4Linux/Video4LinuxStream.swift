import CVideo4Linux
import Dispatch
import FrameStream
import Glibc
import Imaging
import Synchronization

/// Reads the frames of a camera of Video4Linux on a thread of its own. May be shared by threads.
final class Video4LinuxStream: CaptureStream {
  private let handle: DeviceHandle
  private let decoder: CameraFrameDecoder
  private let clock: any CaptureClock
  private let wakeUp = WakeUp()
  private let queue = DispatchQueue(label: "Capture.Video4Linux")
  private let state: Mutex<State>

  private struct State {
    /// The device's current frame duration.
    var interval: MediaTime
    var control = FrameRateControl.device
    /// The frame duration that the reading thread has to set on the device; nil for none.
    var wanted: MediaTime?
    var isRunning = false
  }

  /// Buffers that the driver fills while frames are copied out of others.
  private static let bufferCount: UInt32 = 4
  /// Consecutive failures of reading after which the device counts as broken.
  private static let mostFailures = 8

  /// Sets format and rate, and starts the camera.
  init(
    _ handle: DeviceHandle, _ settings: StreamSettings, clock: any CaptureClock
  ) throws(CaptureError) {
    self.handle = handle
    self.clock = clock
    let size = settings.format.dimensions
    var format = cv4l_format()
    var failure: Int32 = EINVAL
    for code in FormatListing.codes(of: settings.format.pixelFormat) {
      format = cv4l_format()
      (format.code, format.width, format.height) = (code, UInt32(size.width), UInt32(size.height))
      failure = cv4l_set_format(handle.pointer, &format)
      if failure != 0 || format.code == code { break }
    }
    try handle.check(failure)
    guard FormatListing.layout(format.code) == settings.format.pixelFormat,
      Int(format.width) == size.width, Int(format.height) == size.height
    else {
      throw .failed(
        device: handle.path,
        reason:
          "the driver gives \(format.width)x\(format.height) in place of \(settings.format); choose another format")
    }
    decoder = try CameraFrameDecoder(format, device: handle.path)
    let (interval, control) = Self.set(settings.minFrameDuration, on: handle, instead: settings.format.minFrameDuration)
    state = Mutex(State(interval: interval, control: control))
    // Called here and not on the reading thread, so that the start of the session can report that the camera is in use.
    try handle.check(cv4l_start(handle.pointer, Self.bufferCount))
  }

  var rateControl: FrameRateControl { state.withLock(\.control) }

  /// Sets the duration of a frame; returns the device's resulting duration, and who enforces the rate.
  private static func set(
    _ duration: MediaTime, on handle: DeviceHandle, instead other: MediaTime
  ) -> (MediaTime, FrameRateControl) {
    guard let numerator = UInt32(exactly: duration.value) else { return (other, .leavingOutFrames) }
    var (numerator2, denominator) = (numerator, UInt32(duration.timescale))
    guard cv4l_set_interval(handle.pointer, &numerator2, &denominator) == 0,
      let now = FormatListing.time(numerator2, denominator)
    else { return (other, duration == other ? .device : .leavingOutFrames) }
    // Drivers round to their own clock.
    return (now, abs(now.seconds / duration.seconds - 1) < 0.01 || now > duration ? .device : .leavingOutFrames)
  }

  func setMinFrameDuration(_ duration: MediaTime) -> FrameRateControl {
    // One thread at a time calls the device: a concurrent call would wait for a frame.
    let isRunning = state.withLock(\.isRunning)
    guard isRunning else { return rateControl }
    return state.withLock { state in
      // Nearly all drivers are busy while they stream; frames are dropped until that is known.
      state.wanted = duration
      state.control = .leavingOutFrames
      return .leavingOutFrames
    }
  }

  func run(_ deliver: @escaping @Sendable (CaptureSample) -> Void) async throws(CaptureError) {
    let result: Result<Void, CaptureError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { [self] in
          continuation.resume(returning: Result { () throws(CaptureError) in try read(deliver) })
        }
      }
    } onCancel: {
      wakeUp.wake()
    }
    try result.get()
  }

  private func read(_ deliver: (CaptureSample) -> Void) throws(CaptureError) {
    state.withLock { $0.isRunning = true }
    defer {
      state.withLock { $0.isRunning = false }
      // Done before the session has stopped, so that other programs find the camera free.
      handle.close()
    }
    var timeline = CameraTimeline()
    var failures = 0
    var exposure = ExposureReading(handle)
    while true {
      if let wanted = state.withLock({ state in
        defer { state.wanted = nil }
        return state.wanted
      }) {
        let before = state.withLock(\.interval)
        let (interval, control) = Self.set(wanted, on: handle, instead: before)
        state.withLock { ($0.interval, $0.control) = (interval, control) }
      }
      let waited = cv4l_wait(handle.pointer, wakeUp.descriptor, -1)
      if waited == ECANCELED { return }
      if waited != 0, waited != EIO { try handle.check(waited) }
      var buffer = cv4l_buffer()
      let error = cv4l_dequeue(handle.pointer, &buffer)
      if error == EAGAIN { continue }
      guard error == 0 else {
        // The kernel's flag for a frame lost in transfer, unless it persists.
        failures += 1
        guard error == EIO, failures < Self.mostFailures else { throw DeviceHandle.failure(error, of: handle.path) }
        decoder.lose()
        deliver(.dropped(timeline.lost(1, after: state.withLock(\.interval), clock: clock, size: decoder.size)))
        continue
      }
      failures = 0
      for sample in timeline.samples(of: buffer, by: decoder, interval: state.withLock(\.interval), clock: clock) {
        deliver(exposure.attached(to: sample))
      }
      try handle.check(cv4l_requeue(handle.pointer, buffer.index))
    }
  }
}
