/// Receives a session's frames (AVFoundation's `AVCaptureOutput`). A program may conform types of its own.
public protocol CaptureOutput: AnyObject, Sendable {
  /// The kinds of media that it takes; a connection is made for each that an input gives.
  var mediaTypes: [CaptureMediaType] { get }

  /// What it needs of frames where a preset chooses the format.
  ///
  /// - Parameter preset: the session's.
  func formatRequirements(for preset: CaptureSessionPreset) -> FormatRequirements

  /// Takes a sample, in order, one at a time. It does not wait: work is done elsewhere, and what comes too fast is dropped.
  ///
  /// - Parameters:
  ///   - sample: a frame, or the word that some were lost.
  ///   - connection: the way that it came.
  func receive(_ sample: CaptureSample, from connection: CaptureConnection)

  /// Tells the connections that lead to it, when they are other ones.
  func connectionsDidChange(_ connections: [CaptureConnection])

  /// Tells that it was taken out of its session, or the session is no more: nothing comes any more.
  func didLeaveSession()
}

extension CaptureOutput {
  /// Nothing.
  public func formatRequirements(for preset: CaptureSessionPreset) -> FormatRequirements { FormatRequirements() }
  /// Does nothing.
  public func connectionsDidChange(_ connections: [CaptureConnection]) {}
  /// Does nothing.
  public func didLeaveSession() {}
}
