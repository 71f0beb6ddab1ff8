import Imaging

/// An output that may take more of a frame than is shown.
protocol StillCapturing: CaptureOutput {
  /// Takes a frame, as ``CaptureOutput/receive(_:from:)``.
  ///
  /// - Parameters:
  ///   - frame: as other outputs get it, but never mirrored.
  ///   - source: the frame as the device gave it.
  func receive(_ frame: Frame, of source: StillSource, from connection: CaptureConnection)
}
