import CVideo4Linux

extension CaptureDevice {
  /// The camera of a file such as `/dev/video0`.
  ///
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` if the file is not a camera,
  ///   ``CaptureError/notAuthorized(device:)`` if it may not be opened, ``CaptureError/disconnected(device:)`` if there
  ///   is none.
  public static func camera(path: String) throws(CaptureError) -> CaptureDevice {
    if let device = try camera(path: path, uniqueID: nil, calls: .system) { return device }
    throw .unsupported(what: path, reason: "it gives no pictures that are read; `mattetool devices` lists cameras")
  }

  /// Nil where the file gives no pictures.
  ///
  /// - Parameter uniqueID: the name of the hardware; nil if only its place identifies it.
  static func camera(path: String, uniqueID: String?, calls: SystemCalls) throws(CaptureError) -> CaptureDevice? {
    let handle = try DeviceHandle(path, calls: calls)
    let description = try handle.describe()
    guard description.captures else { return nil }
    let formats = FormatListing(handle: handle).formats()
    guard !formats.isEmpty else { return nil }
    let (card, bus) = (DeviceHandle.text(description.card), DeviceHandle.text(description.bus))
    var type: CaptureDeviceType = bus.hasPrefix("usb") ? .external : .builtInWideAngleCamera
    var position = CaptureDevicePosition.unspecified
    var orientation: Int64 = 0
    if cv4l_get_control(handle.pointer, CaptureControl.Identifier.cameraOrientation.rawValue, &orientation) == 0 {
      switch orientation {
      case 0: position = .front
      case 1: position = .back
      default: type = .external
      }
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return CaptureDevice(
      uniqueID: uniqueID ?? "\(bus)/\(name)", localizedName: card, deviceType: type, position: position, path: path,
      bus: bus, formats: formats, driver: Video4LinuxDriver(path: path, calls: calls))
  }
}
