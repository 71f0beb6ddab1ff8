import Imaging

/// What a device can give: a size, a layout of pixels, rates (AVFoundation's `AVCaptureDevice.Format`). Known without running
/// the device. A value.
public struct CaptureDeviceFormat: Sendable, Hashable, CustomStringConvertible {
  /// What it gives.
  public var mediaType: CaptureMediaType
  /// The size of a frame as stored, in pixels.
  public var dimensions: PixelSize
  /// How the device lays out pixels; frames come as ``CapturePixelFormat/delivered``.
  public var pixelFormat: CapturePixelFormat
  /// The rates, in the order of the highest; at least one.
  public var videoSupportedFrameRateRanges: [FrameRateRange]
  /// The horizontal field of view; nil where the device does not say, as those of USB.
  public var videoFieldOfView: Angle?
  /// Whether pixels of the sensor are joined: the same view in fewer pixels with less noise. Nil where the device does not
  /// say.
  public var isVideoBinned: Bool?

  /// A format of pictures.
  ///
  /// - Parameters:
  ///   - dimensions: the size of a frame as stored, in pixels, both positive.
  ///   - pixelFormat: how the device lays out pixels.
  ///   - frameRates: at least one range.
  ///   - fieldOfView: horizontally; nil where it is not known.
  ///   - isBinned: whether pixels of the sensor are joined; nil where it is not known.
  public init(
    dimensions: PixelSize, pixelFormat: CapturePixelFormat, frameRates: [FrameRateRange],
    fieldOfView: Angle? = nil, isBinned: Bool? = nil
  ) {
    precondition(dimensions.width > 0 && dimensions.height > 0, "a format has pixels")
    precondition(!frameRates.isEmpty, "a format has a rate")
    mediaType = .video
    self.dimensions = dimensions
    self.pixelFormat = pixelFormat
    videoSupportedFrameRateRanges = frameRates.sorted { $0.minFrameDuration > $1.minFrameDuration }
    videoFieldOfView = fieldOfView
    isVideoBinned = isBinned
  }

  /// The shortest duration of a frame.
  public var minFrameDuration: MediaTime {
    videoSupportedFrameRateRanges.map(\.minFrameDuration).min() ?? MediaTime(value: 1, timescale: 30)
  }

  /// The longest duration of a frame.
  public var maxFrameDuration: MediaTime {
    videoSupportedFrameRateRanges.map(\.maxFrameDuration).max() ?? minFrameDuration
  }

  /// The highest rate, in frames a second.
  public var maxFrameRate: Double { 1 / minFrameDuration.seconds }

  /// Whether a duration lies in one of the ranges.
  public func supports(frameDuration: MediaTime) -> Bool {
    videoSupportedFrameRateRanges.contains { $0.contains(frameDuration) }
  }

  /// For instance `1280x720 yuyv422 5, 10-30`.
  public var description: String {
    "\(dimensions) \(pixelFormat.rawValue) \(videoSupportedFrameRateRanges.map(\.description).joined(separator: ", "))"
  }
}

extension Sequence where Element == CaptureDeviceFormat {
  /// By rising size, those that need least work first.
  func inListedOrder() -> [CaptureDeviceFormat] {
    sorted {
      ($0.dimensions.area, $0.dimensions.width, $0.pixelFormat.rank, $0.maxFrameRate)
        < ($1.dimensions.area, $1.dimensions.width, $1.pixelFormat.rank, $1.maxFrameRate)
    }
  }
}
