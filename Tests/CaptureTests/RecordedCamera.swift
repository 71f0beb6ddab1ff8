import Capture

/// A running session of one camera, whose samples an output records.
struct RecordedCamera {
  let session = CaptureSession()
  let output = RecordingOutput()
  /// The session's events since before it was started.
  let events: AsyncStream<CaptureSession.Event>

  init(_ device: CaptureDevice) async throws {
    events = session.events
    try await session.add(CaptureInput(device: device))
    try await session.add(output)
    try await session.startRunning()
  }
}
