import FrameStream
import Imaging

/// One frame that is stored as a phone stores it that is held upright.
struct TurnedSource: FrameSource {
  var isDone = false

  mutating func nextFrame() -> Frame? {
    guard !isDone else { return nil }
    isDone = true
    return Frame(pixels: VirtualCamera.picture(VirtualCamera.size, 0), orientation: .right, time: .zero)
  }
}
