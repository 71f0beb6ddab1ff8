import FrameStream

@testable import Capture

/// The driver of a microphone that opens, or refuses to, only when its gate is opened.
final class SlowMicrophone: CaptureDriver {
  private let gate: Gate
  private let driver: SoundDriver?
  private let refusal: CaptureError

  /// - Parameter driver: the sound; nil for a microphone that refuses to open.
  init(behind gate: Gate, _ driver: SoundDriver?, refusal: CaptureError = .disconnected(device: "slow")) {
    self.gate = gate
    self.driver = driver
    self.refusal = refusal
  }

  func checkAccess() throws(CaptureError) {}

  func makeStream(_ settings: StreamSettings, clock: any CaptureClock) throws(CaptureError) -> any CaptureStream {
    gate.wait()
    guard let driver else { throw refusal }
    return try driver.makeStream(settings, clock: clock)
  }

  /// A device of this driver.
  func device(_ format: AudioFormat) -> CaptureDevice {
    CaptureDevice(
      uniqueID: "slow", localizedName: "slow", deviceType: .microphone, position: .unspecified,
      formats: [CaptureDeviceFormat(audio: format)], driver: self)
  }
}
