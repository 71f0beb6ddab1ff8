import Capture
import Foundation
import MatteKit

/// When each frame came into the session: the first output that is given a frame is given it by the pump.
final class Arrivals: CaptureOutput, @unchecked Sendable {
  let mediaTypes: [CaptureMediaType] = [.video]
  private let lock = NSLock()
  private var times: [MediaTime: MediaTime] = [:]

  func receive(_ sample: CaptureSample, from connection: CaptureConnection) {
    guard case .frame(let frame) = sample else { return }
    let now = HostClock().time
    lock.withLock { times[frame.time] = now }
  }

  /// When the frame of that time came.
  func arrival(of time: MediaTime) -> MediaTime? { lock.withLock { times[time] } }
}
