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
  /// those that are missing. Frames of these are delivered once all of them are open, so that no movie begins before a
  /// microphone has answered. Sound is delivered at once: it begins no movie.
  ///
  /// - Parameter isStart: whether the session starts: then an error ends the start, and frames are not delivered. The
  ///   caller stops the devices that have started.
  /// - Throws: the last error of a device that cannot be started; unless the session starts, the other devices run
  ///   nevertheless.
  func update(
    to wanted: [CaptureDevice], of graph: CaptureGraph, isStart: Bool, onEnd ended: @escaping EndHandler,
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
    var started: [CapturePump] = []
    var failure: CaptureError?
    for device in wanted where !contains(device) {
      do throws(CaptureError) {
        started.append(try start(device, in: graph, holdingBack: device.hasMediaType(.video), onEnd: ended))
      } catch {
        if isStart { throw error }
        failure = error
      }
    }
    for pump in started { pump.hub.release() }
    if let failure { throw failure }
  }

  /// - Parameter holdsBack: whether the device's samples are held back by the hub, to be released by the caller.
  @discardableResult
  private func start(
    _ device: CaptureDevice, in graph: CaptureGraph, holdingBack holdsBack: Bool = false,
    onEnd ended: @escaping EndHandler
  ) throws(CaptureError) -> CapturePump {
    guard device.isConnected else { throw .disconnected(device: device.nameInMessages) }
    let pump = try CapturePump(
      device, hub: CaptureHub(graph.connections(from: device), holdingBack: holdsBack), clock: clock, times: times)
    startCount += 1
    pumps.append(pump)
    pump.start { [weak pump] error in if let pump { ended(pump, error) } }
    return pump
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
    let gap = DroppedFrame(time: clock.time, reason: .discontinuity, count: nil, size: size)
    for pump in pumps where pump.device === device { pump.hub.deliver(.dropped(gap)) }
    return result
  }

  /// Applies a change of a device's frame rate while it runs.
  func updateFrameDuration(of device: CaptureDevice) {
    for pump in pumps where pump.device === device { pump.updateFrameDuration() }
  }
}
