import Imaging

/// The requirements of an output for the format of frames. A session joins those of its outputs, and its preset chooses
/// among the formats that meet them all, if there are any. A value.
public struct FormatRequirements: Sendable, Hashable {
  /// The smallest width and height of a frame as stored, in pixels; nil for any.
  public var minimumDimensions: PixelSize?
  /// The rate that a format must reach, in frames a second; nil for any.
  public var minimumFrameRate: Double?

  /// Creates requirements; by default there are none.
  public init(minimumDimensions: PixelSize? = nil, minimumFrameRate: Double? = nil) {
    self.minimumDimensions = minimumDimensions
    self.minimumFrameRate = minimumFrameRate
  }

  /// The requirements that include these and others.
  public func joined(with other: FormatRequirements) -> FormatRequirements {
    let sizes = [minimumDimensions, other.minimumDimensions].compactMap { $0 }
    let size = sizes.dropFirst().reduce(sizes.first) { joined, size in
      joined.map { PixelSize(width: max($0.width, size.width), height: max($0.height, size.height)) }
    }
    return FormatRequirements(
      minimumDimensions: size,
      minimumFrameRate: [minimumFrameRate, other.minimumFrameRate].compactMap { $0 }.max())
  }

  /// Whether a format meets the requirements.
  public func areMet(by format: CaptureDeviceFormat) -> Bool {
    if let size = minimumDimensions {
      guard format.dimensions.width >= size.width, format.dimensions.height >= size.height else { return false }
    }
    // 29.97 counts as 30.
    return minimumFrameRate.map { format.maxFrameRate >= $0 * 0.998 } ?? true
  }

  /// The formats that meet all requirements; all formats if none does.
  func preferred(among formats: [CaptureDeviceFormat]) -> [CaptureDeviceFormat] {
    let met = formats.filter(areMet)
    return met.isEmpty ? formats : met
  }
}
