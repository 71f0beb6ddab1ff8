/// Receives the samples of a session (AVFoundation's `AVCaptureOutput`). Programs may conform their own types.
public protocol CaptureOutput: AnyObject, Sendable {
  /// The kinds of media that the output receives. The session connects it with each port of an input that gives one of
  /// them.
  var mediaTypes: [CaptureMediaType] { get }

  /// The requirements for a format that a preset chooses.
  ///
  /// - Parameter preset: the preset of the session.
  func formatRequirements(for preset: CaptureSessionPreset) -> FormatRequirements

  /// Receives a sample. Calls come in order, one at a time. The method must return at once: do work on another thread,
  /// and drop samples that come too fast.
  ///
  /// - Parameters:
  ///   - sample: a frame, a report of lost frames, or sound.
  ///   - connection: the connection through which it came.
  func receive(_ sample: CaptureSample, from connection: CaptureConnection)

  /// Receives the connections that lead to the output, whenever they change.
  func connectionsDidChange(_ connections: [CaptureConnection])

  /// Tells the output that it has left its session, or that the session was released. No samples come afterwards.
  func didLeaveSession()
}

extension CaptureOutput {
  /// No requirements.
  public func formatRequirements(for preset: CaptureSessionPreset) -> FormatRequirements { FormatRequirements() }
  /// Does nothing.
  public func connectionsDidChange(_ connections: [CaptureConnection]) {}
  /// Does nothing.
  public func didLeaveSession() {}
}
