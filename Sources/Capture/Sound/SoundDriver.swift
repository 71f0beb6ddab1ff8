import FrameStream

/// Sound from a file or the program, at its own rate on the session's clock. May be shared by threads.
final class SoundDriver: CaptureDriver {
  private let makeSource: @Sendable () throws(FrameStreamError) -> any SoundSource
  /// The fraction by which the device's clock is too fast.
  private let clockDrift: Double

  init(clockDrift: Double = 0, _ makeSource: @escaping @Sendable () throws(FrameStreamError) -> any SoundSource) {
    self.makeSource = makeSource
    self.clockDrift = clockDrift
  }

  func checkAccess() throws(CaptureError) { _ = try source() }

  private func source() throws(CaptureError) -> any SoundSource {
    do throws(FrameStreamError) { return try makeSource() } catch { throw .frames(error) }
  }

  func makeStream(_ settings: StreamSettings, clock: any CaptureClock) throws(CaptureError) -> any CaptureStream {
    PacedSoundStream(try source(), clockDrift: clockDrift, clock: clock)
  }
}
