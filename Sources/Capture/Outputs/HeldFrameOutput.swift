/// An output that takes more frames than usual when they come at once because they were held back while another device
/// opened. May be shared by threads.
///
/// The frames are in memory already, within `CaptureDevice.maximumFramesInUse`, so that it costs none to let them wait
/// in the output.
protocol HeldFrameOutput: CaptureOutput {
  /// Is called before held frames come.
  ///
  /// - Parameter count: their number.
  func expect(heldFrames count: Int)
}
