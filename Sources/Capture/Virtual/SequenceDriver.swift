import FrameStream
import Imaging

/// Frames of a film, a sequence or a pipe that stand for those of a camera, as they would be at the pace of their times. May be
/// shared by threads.
final class SequenceDriver: CaptureDriver {
  private let makeFrames: @Sendable (CaptureDeviceFormat) -> FrameSequence
  private let check: @Sendable () throws(CaptureError) -> Void

  init(
    checking check: @escaping @Sendable () throws(CaptureError) -> Void = {},
    _ makeFrames: @escaping @Sendable (CaptureDeviceFormat) -> FrameSequence
  ) {
    self.makeFrames = makeFrames
    self.check = check
  }

  func checkAccess() throws(CaptureError) { try check() }
  func controls() throws(CaptureError) -> [CaptureControl] { [] }

  func value(of control: CaptureControl.Identifier) throws(CaptureError) -> Int64 {
    throw .unsupported(what: "a virtual device", reason: "it has no controls")
  }

  func set(_ value: Int64, for control: CaptureControl.Identifier) throws(CaptureError) {
    throw .unsupported(what: "a virtual device", reason: "it has no controls")
  }

  func makeStream(
    _ settings: StreamSettings, clock: any CaptureClock
  ) throws(CaptureError) -> any CaptureStream {
    try check()
    return SequenceStream(makeFrames(settings.format), settings, clock: clock)
  }
}
