import FrameStream
import Imaging

/// Frames of a movie, a sequence or a pipe as a virtual camera, in real time. May be shared by threads.
final class SequenceDriver: CaptureDriver {
  private let makeFrames: @Sendable (CaptureDeviceFormat) -> FrameSequence
  private let check: @Sendable () throws(CaptureError) -> Void
  private let end: MediaTime?
  private let ending = LastFrameDuration()

  /// - Parameter end: the end of the last frame, in the frames' time; nil if unknown.
  init(
    endingAt end: MediaTime? = nil, checking check: @escaping @Sendable () throws(CaptureError) -> Void = {},
    _ makeFrames: @escaping @Sendable (CaptureDeviceFormat) -> FrameSequence
  ) {
    self.makeFrames = makeFrames
    self.check = check
    self.end = end
  }

  var lastFrameDuration: MediaTime? { ending.value }

  func checkAccess() throws(CaptureError) { try check() }

  func makeStream(
    _ settings: StreamSettings, clock: any CaptureClock
  ) throws(CaptureError) -> any CaptureStream {
    try check()
    ending.set(nil)
    return SequenceStream(makeFrames(settings.format), endingAt: end, ending, settings, clock: clock)
  }
}
