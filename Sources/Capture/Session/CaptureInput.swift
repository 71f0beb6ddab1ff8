/// A device as the source of a session (AVFoundation's `AVCaptureDeviceInput`). May be shared by threads.
public final class CaptureInput: Sendable {
  /// The device.
  public let device: CaptureDevice
  /// A port for each of its media types.
  public let ports: [CaptureInputPort]

  /// - Parameter device: the camera or the microphone.
  /// - Throws: ``CaptureError/notAuthorized(device:)`` if the device may not be opened,
  ///   ``CaptureError/disconnected(device:)`` if it was unplugged.
  public init(device: CaptureDevice) throws(CaptureError) {
    guard device.isConnected else { throw .disconnected(device: device.nameInMessages) }
    try device.driver.checkAccess()
    self.device = device
    ports = device.mediaTypes.map { CaptureInputPort($0, of: device) }
  }
}
