import Capture

/// A device as `devices --json` writes it.
struct DeviceReport: Encodable {
  struct Format: Encodable {
    let width: Int
    let height: Int
    let pixelFormat: String
    /// The lowest and highest of each range, in frames a second.
    let frameRates: [[Double]]
  }

  struct Control: Encodable {
    let identifier: UInt32
    let name: String
    let kind: String
    let minimum: Int64
    let maximum: Int64
    let step: Int64
    let defaultValue: Int64
    let isSettable: Bool
  }

  /// A device that was plugged in or out, a line of `devices --json --watch`.
  struct Change: Encodable {
    let event: String
    let device: DeviceReport
  }

  let uniqueID: String
  let name: String
  let type: String
  let position: String
  let path: String?
  let formats: [Format]
  let controls: [Control]

  init(_ device: CaptureDevice) {
    uniqueID = device.uniqueID
    name = device.localizedName
    type = device.deviceType.rawValue
    position = device.position.rawValue
    path = device.path
    formats = device.formats.filter { $0.mediaType == .video }.map { format in
      Format(
        width: format.dimensions.width, height: format.dimensions.height, pixelFormat: format.pixelFormat.rawValue,
        frameRates: format.videoSupportedFrameRateRanges.map { [$0.minFrameRate, $0.maxFrameRate] })
    }
    // A disconnected device has none.
    controls = ((try? device.controls()) ?? []).map { control in
      Control(
        identifier: control.identifier.rawValue, name: control.name, kind: control.kind.rawValue,
        minimum: control.range.lowerBound, maximum: control.range.upperBound, step: control.step,
        defaultValue: control.defaultValue, isSettable: control.isSettable)
    }
  }
}
