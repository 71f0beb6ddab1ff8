import Imaging

/// Captures one frame in another format than the device's current one.
typealias StillTaking =
  @Sendable (_ device: CaptureDevice, _ format: CaptureDeviceFormat) async throws(CaptureError) -> Frame
