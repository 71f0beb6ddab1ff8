import Imaging

/// The purpose of a session, by which formats are chosen (AVFoundation's `AVCaptureSession.Preset`).
public enum CaptureSessionPreset: String, Sendable, Hashable, CaseIterable {
  /// The largest format, for photos. Other outputs receive frames of at most 1920 pixels a side.
  case photo
  /// The largest format with 30 frames a second or more, or else with the device's highest rate.
  case high
  /// About 480x360.
  case medium
  /// About 192x144.
  case low
  /// 352x288.
  case cif352x288
  /// 640x480.
  case vga640x480
  /// 1280x720.
  case hd1280x720
  /// 1920x1080.
  case hd1920x1080
  /// 3840x2160.
  case hd4K3840x2160
  /// The formats that were set on the devices; the session chooses none.
  case inputPriority

  /// The size that frames must have; nil for any.
  private var dimensions: PixelSize? {
    switch self {
    case .cif352x288: PixelSize(width: 352, height: 288)
    case .vga640x480: PixelSize(width: 640, height: 480)
    case .hd1280x720: PixelSize(width: 1280, height: 720)
    case .hd1920x1080: PixelSize(width: 1920, height: 1080)
    case .hd4K3840x2160: PixelSize(width: 3840, height: 2160)
    case .photo, .high, .medium, .low, .inputPriority: nil
    }
  }

  /// The format for the preset; nil if none fits or none is to be chosen.
  ///
  /// Among formats of one size, the one with the highest rate is chosen, and among those the cheapest to decode.
  ///
  /// - Parameter requirements: the requirements of outputs. Formats that do not meet them are chosen only if no other
  ///   fits.
  func format(
    of all: [CaptureDeviceFormat], for requirements: FormatRequirements = FormatRequirements()
  ) -> CaptureDeviceFormat? {
    let formats = requirements.preferred(among: all)
    func best(_ candidates: [CaptureDeviceFormat]) -> CaptureDeviceFormat? {
      candidates.max { ($0.maxFrameRate, -$0.pixelFormat.rank) < ($1.maxFrameRate, -$1.pixelFormat.rank) }
    }
    func largest(_ candidates: [CaptureDeviceFormat]) -> CaptureDeviceFormat? {
      guard let area = candidates.map(\.dimensions.area).max() else { return nil }
      return best(candidates.filter { $0.dimensions.area == area })
    }
    func nearest(to area: Int) -> CaptureDeviceFormat? {
      // By ratio: half the pixels are as far off as twice as many.
      func distance(_ format: CaptureDeviceFormat) -> Double {
        let ratio = Double(format.dimensions.area) / Double(area)
        return max(ratio, 1 / ratio)
      }
      guard let least = formats.map(distance).min() else { return nil }
      return best(formats.filter { distance($0) == least })
    }
    switch self {
    case .inputPriority: return nil
    case .photo: return largest(formats)
    case .high:
      let rate = min(29.9, formats.map(\.maxFrameRate).max() ?? 0)
      return largest(formats.filter { $0.maxFrameRate >= rate })
    case .medium: return nearest(to: 480 * 360)
    case .low: return nearest(to: 192 * 144)
    default: return best(requirements.preferred(among: all.filter { $0.dimensions == dimensions }))
    }
  }
}

extension CaptureDeviceFormat {
  /// The format with frames of at most 1920 pixels a side, as the preset for photos delivers them.
  var fittingScreen: CaptureDeviceFormat {
    let size = sensorDimensions
    let scale = 1920 / Double(max(size.width, size.height))
    guard scale < 1 else { return self }
    // Even numbers, as required by encoders of 4:2:0.
    func scaled(_ side: Int) -> Int { max(2, Int((Double(side) * scale / 2).rounded()) * 2) }
    return delivering(PixelSize(width: scaled(size.width), height: min(size.height, scaled(size.height))))
  }
}

extension CaptureDevice {
  /// Whether the device has a format for a preset.
  public func supportsSessionPreset(_ preset: CaptureSessionPreset) -> Bool {
    preset == .inputPriority || !hasMediaType(.video) || preset.format(of: formats) != nil
  }
}
