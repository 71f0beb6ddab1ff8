import Imaging

/// What frames are pulled from, one at a time. After nil or an error it is not asked again.
protocol FrameSource: Sendable {
  mutating func nextFrame() throws(FrameStreamError) -> Frame?
}
