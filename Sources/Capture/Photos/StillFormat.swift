import Imaging

/// The format in which a device gives photos of high resolution. A value.
struct StillFormat {
  /// The format that the device must be set to for the photo; nil if it is the current one.
  let other: CaptureDeviceFormat?
  /// The size of the photo, in pixels.
  let dimensions: PixelSize

  /// - Parameter interruptsVideo: whether the device may be set to another format for the photo.
  init(of device: CaptureDevice, interruptsVideo: Bool) {
    let active = device.activeFormat
    other = interruptsVideo ? Self.larger(than: active, among: device.formats) : nil
    dimensions = (other ?? active).sensorDimensions
  }

  /// The largest format, if it has more pixels than the active one and that is not scaled down already.
  private static func larger(
    than active: CaptureDeviceFormat, among formats: [CaptureDeviceFormat]
  ) -> CaptureDeviceFormat? {
    guard active.sensorDimensions == active.dimensions else { return nil }
    let larger = formats.filter { $0.mediaType == .video && $0.sensorDimensions.area > active.dimensions.area }
    let most = larger.map(\.sensorDimensions.area).max()
    // The first of one size is the cheapest to decode.
    return larger.first { $0.sensorDimensions.area == most }
  }
}
