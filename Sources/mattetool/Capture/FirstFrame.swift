import Capture
import MatteKit
import Synchronization

/// Records the time of the first frame, and counts losses of the device. May be shared by threads.
final class FirstFrame: CaptureOutput {
  private let state = Mutex<(time: MediaTime?, lost: Int)>((nil, 0))

  var mediaTypes: [CaptureMediaType] { [.video] }

  /// The time of the first frame.
  var time: MediaTime? { state.withLock { $0.time } }
  /// Number of times that the device lost frames.
  var losses: Int { state.withLock { $0.lost } }

  func receive(_ sample: CaptureSample, from connection: CaptureConnection) {
    state.withLock { state in
      switch sample {
      case .frame(let frame): if state.time == nil { state.time = frame.time }
      case .dropped: state.lost += 1
      case .audio: break
      }
    }
  }
}
