import FrameStream
import Imaging
import Synchronization

/// Runs a device in a format of its own until it has delivered one good frame.
struct StillStream {
  private let device: CaptureDevice
  private let pump: CapturePump
  private let sink = Sink()
  private let clock: any CaptureClock

  /// The time in which cameras adjust exposure and white balance after the start.
  private static let settlingTime = MediaTime(value: 3, timescale: 10)

  /// The device's time limit: callers that wait for the session also wait for it.
  private static let timeLimit = MediaTime(value: 10, timescale: 1)

  /// Takes the frame.
  private final class Sink: CaptureOutput {
    let mediaTypes: [CaptureMediaType] = [.video]
    let samples: AsyncStream<Result<Frame, CaptureError>>
    private let continuation: AsyncStream<Result<Frame, CaptureError>>.Continuation
    private let first = Mutex<MediaTime?>(nil)

    init() { (samples, continuation) = AsyncStream.makeStream() }

    func receive(_ sample: CaptureSample, from connection: CaptureConnection) {
      guard case .frame(let frame) = sample else { return }
      let isSettled = first.withLock { first in
        let start = first ?? frame.time
        first = start
        return connection.inputPort.device.deviceType == .virtual || frame.time - start >= StillStream.settlingTime
      }
      if isSettled { continuation.yield(.success(frame)) }
    }

    func fail(_ error: CaptureError) { continuation.yield(.failure(error)) }
  }

  /// Sets the device up in the format.
  init(
    _ device: CaptureDevice, _ format: CaptureDeviceFormat, clock: any CaptureClock, times: SynchronizationClock
  ) throws(CaptureError) {
    self.device = device
    self.clock = clock
    let connection = CaptureConnection(CaptureInputPort(.video, of: device), sink)
    pump = try CapturePump(device, in: format, hub: CaptureHub([connection]), clock: clock, times: times)
  }

  /// Starts the device, and stops it after the frame.
  func frame() async throws(CaptureError) -> Frame {
    let (name, sink) = (device.nameInMessages, sink)
    pump.start { error in sink.fail(error ?? .failed(device: name, reason: "it ended before it delivered a photo")) }
    let (timer, limit) = (clock.makeTimer(), clock.time + Self.timeLimit)
    let waiting = Task {
      await timer.wait(until: limit)
      sink.fail(.failed(device: name, reason: "it delivered no photo within \(Int(Self.timeLimit.seconds)) s"))
    }
    defer {
      waiting.cancel()
      timer.invalidate()
    }
    var result: Result<Frame, CaptureError>?
    for await sample in sink.samples {
      result = sample
      break
    }
    await pump.stop()
    guard let result else { throw .failed(device: name, reason: "it delivered no photo") }
    return try result.get()
  }
}
