import Imaging

/// Takes one frame in another format of a device than that which it runs in.
typealias StillTaking =
  @Sendable (_ device: CaptureDevice, _ format: CaptureDeviceFormat) async throws(CaptureError) -> Frame
