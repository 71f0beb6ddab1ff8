import Capture
import FrameStream
import Imaging
import Synchronization

/// Keeps all that it is given, at once.
final class RecordingOutput: CaptureOutput {
  let mediaTypes: [CaptureMediaType]
  private let state = Mutex<(samples: [CaptureSample], hasLeft: Bool)>(([], false))

  init(_ mediaTypes: [CaptureMediaType] = [.video]) { self.mediaTypes = mediaTypes }

  var samples: [CaptureSample] { state.withLock { $0.samples } }
  var hasLeft: Bool { state.withLock { $0.hasLeft } }

  var frames: [Frame] {
    samples.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
  }

  var times: [MediaTime] { frames.map(\.time) }

  var drops: [DroppedFrame] {
    samples.compactMap { if case .dropped(let frame) = $0 { frame } else { nil } }
  }

  func clear() { state.withLock { $0.samples = [] } }
  func receive(_ sample: CaptureSample, from connection: CaptureConnection) {
    state.withLock { $0.samples.append(sample) }
  }
  func didLeaveSession() { state.withLock { $0.hasLeft = true } }
}
