import Capture
import Foundation
import MatteKit

/// The arrival time of each frame in the session: the pump delivers to the first output directly.
final class Arrivals: CaptureOutput, @unchecked Sendable {
  let mediaTypes: [CaptureMediaType] = [.video]
  private let lock = NSLock()
  private var times: [MediaTime: MediaTime] = [:]

  func receive(_ sample: CaptureSample, from connection: CaptureConnection) {
    guard case .frame(let frame) = sample else { return }
    let now = HostClock().time
    lock.withLock { times[frame.time] = now }
  }

  /// The arrival time of the frame with that time.
  func arrival(of time: MediaTime) -> MediaTime? { lock.withLock { times[time] } }
}
