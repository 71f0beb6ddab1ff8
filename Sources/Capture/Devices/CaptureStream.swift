import Imaging

/// A device that gives frames. May be shared by threads.
protocol CaptureStream: AnyObject, Sendable {
  /// Gives frames until the task is cancelled, the frames end or the device fails. Called once.
  ///
  /// - Parameter deliver: called for each frame in order, on any thread; it does not wait.
  func run(_ deliver: @escaping @Sendable (CaptureSample) -> Void) async throws(CaptureError)

  /// Changes the highest rate while it runs.
  func setMinFrameDuration(_ duration: MediaTime) -> FrameRateControl

  /// How the requested rate is enforced.
  var rateControl: FrameRateControl { get }
}
