import FrameStream
import Imaging

/// The devices of a session that run, each with its pump. Used by its session alone.
final class RunningDevices {
  /// Called when a device stops by itself, on any thread: its frames ended, or it failed.
  typealias EndHandler = @Sendable (CapturePump, CaptureError?) -> Void

  /// Pumps whose devices stopped by themselves stay, or the next change would start these devices again.
  private var pumps: [CapturePump] = []
  private let clock: any CaptureClock
  /// The clock of the times that outputs receive.
  private let times: SynchronizationClock
  /// Number of times that a device was started.
  private(set) var startCount = 0

  init(clock: any CaptureClock, times: SynchronizationClock) { (self.clock, self.times) = (clock, times) }

  func contains(_ pump: CapturePump) -> Bool { pumps.contains { $0 === pump } }

  func contains(_ device: CaptureDevice) -> Bool { pumps.contains { $0.device === device } }

  /// Stops the devices that are not wanted or have another format now, gives the others their connections, and starts
  /// those that are missing.
  ///
  /// - Throws: the last error of a device that cannot be started; the other devices run nevertheless.
  func update(
    to wanted: [CaptureDevice], of graph: CaptureGraph, onEnd ended: @escaping EndHandler,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(CaptureError) {
    var remaining: [CapturePump] = []
    for pump in pumps {
      if wanted.contains(where: { $0 === pump.device }), pump.format == pump.device.activeFormat {
        pump.hub.set(graph.connections(from: pump.device))
        remaining.append(pump)
      } else {
        pump.hub.set([])
        await pump.stop()
      }
    }
    pumps = remaining
    var failure: CaptureError?
    for device in wanted where !contains(device) {
      do throws(CaptureError) { try start(device, in: graph, onEnd: ended) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func start(
    _ device: CaptureDevice, in graph: CaptureGraph, onEnd ended: @escaping EndHandler
  ) throws(CaptureError) {
    guard device.isConnected else { throw .disconnected(device: device.nameInMessages) }
    let pump = try CapturePump(
      device, hub: CaptureHub(graph.connections(from: device)), clock: clock, times: times)
    startCount += 1
    pumps.append(pump)
    pump.start { [weak pump] error in if let pump { ended(pump, error) } }
  }

  /// Stops a device, captures a frame in another format, and starts the device again. Its outputs receive the gap as a
  /// dropped frame.
  ///
  /// - Returns: the frame, or why there is none.
  /// - Throws: the error of a device that cannot be started again.
  func still(
    of device: CaptureDevice, as format: CaptureDeviceFormat, in graph: CaptureGraph,
    onEnd ended: @escaping EndHandler, isolation: isolated (any Actor)? = #isolation
  ) async throws(CaptureError) -> Result<Frame, CaptureError> {
    guard let index = pumps.firstIndex(where: { $0.device === device }) else {
      return .failure(.unsupported(what: device.nameInMessages, reason: "it does not run; start the session first"))
    }
    await pumps.remove(at: index).stop()
    let result: Result<Frame, CaptureError>
    do throws(CaptureError) {
      result = .success(try await StillStream(device, format, clock: clock, times: times).frame())
    } catch { result = .failure(error) }
    let size = device.activeFormat.dimensions
    try start(device, in: graph, onEnd: ended)
    let gap = DroppedVideoFrame(time: clock.time, reason: .discontinuity, count: nil, dimensions: size)
    for pump in pumps where pump.device === device { pump.hub.deliver(.dropped(gap)) }
    return result
  }

  /// Applies a change of a device's frame rate while it runs.
  func updateFrameDuration(of device: CaptureDevice) {
    for pump in pumps where pump.device === device { pump.updateFrameDuration() }
  }
}
