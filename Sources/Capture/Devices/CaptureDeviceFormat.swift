import FrameStream
import Glibc
import Imaging

/// A format of a device: a size, a layout of pixels and rates, or a format of sound (AVFoundation's
/// `AVCaptureDevice.Format`). It is known without running the device. A value.
public struct CaptureDeviceFormat: Sendable, Hashable, CustomStringConvertible {
  /// The kind of media.
  public var mediaType: CaptureMediaType
  /// The size of a frame that outputs receive, as stored, in pixels.
  public private(set) var dimensions: PixelSize
  /// The size of a frame that the device gives, in pixels: larger than ``dimensions`` if frames are scaled down
  /// (``delivering(_:)``).
  public private(set) var sensorDimensions: PixelSize
  /// The layout of the device's pixels. Outputs receive them as ``CapturePixelFormat/delivered``.
  public var pixelFormat: CapturePixelFormat
  /// The ranges of rates, at least one, in the order of their highest rates.
  public var videoSupportedFrameRateRanges: [FrameRateRange]
  /// The horizontal field of view; nil if the device does not report it, as over USB.
  public var videoFieldOfView: Angle?
  /// Whether frames can be stabilized. This version supports it for no format.
  public var isVideoStabilizationSupported: Bool { false }
  /// Whether pixels of the sensor are binned, which gives the same view in fewer pixels with less noise. Nil if the
  /// device does not report it.
  public var isVideoBinned: Bool?
  /// The sample rate and channels of sound; nil for video. The other properties have no meaning for sound.
  public private(set) var audioFormat: AudioFormat?

  /// A format of sound.
  ///
  /// - Parameter audioFormat: the sample rate and channels.
  public init(audio audioFormat: AudioFormat) {
    self.init(
      dimensions: PixelSize(width: 1, height: 1), pixelFormat: .gray, frameRates: [FrameRateRange(rate: 1)])
    mediaType = .audio
    self.audioFormat = audioFormat
  }

  /// A format of pictures.
  ///
  /// - Parameters:
  ///   - dimensions: the size of a frame as stored, in pixels, both positive.
  ///   - pixelFormat: the layout of the device's pixels.
  ///   - frameRates: at least one range.
  ///   - fieldOfView: the horizontal field of view; nil if it is not known.
  ///   - isBinned: whether pixels of the sensor are binned; nil if it is not known.
  public init(
    dimensions: PixelSize, pixelFormat: CapturePixelFormat, frameRates: [FrameRateRange],
    fieldOfView: Angle? = nil, isBinned: Bool? = nil
  ) {
    precondition(dimensions.width > 0 && dimensions.height > 0, "a format has pixels")
    precondition(!frameRates.isEmpty, "a format has a rate")
    mediaType = .video
    self.dimensions = dimensions
    sensorDimensions = dimensions
    self.pixelFormat = pixelFormat
    videoSupportedFrameRateRanges = frameRates.sorted { $0.minFrameDuration > $1.minFrameDuration }
    videoFieldOfView = fieldOfView
    isVideoBinned = isBinned
  }

  /// The format with frames scaled down for outputs: a camera's video is smaller than its photos. Photos may have the
  /// whole size, and a zoom up to ``videoZoomFactorUpscaleThreshold`` shows the sensor's detail.
  ///
  /// - Precondition: both sides are positive, and neither is longer than the device's.
  public func delivering(_ size: PixelSize) -> CaptureDeviceFormat {
    precondition(
      size.width > 0 && size.height > 0 && size.width <= sensorDimensions.width
        && size.height <= sensorDimensions.height, "frames are made smaller, not larger")
    var format = self
    format.dimensions = size
    return format
  }

  /// The format as the device has it.
  var asRead: CaptureDeviceFormat { delivering(sensorDimensions) }

  /// The zoom factor up to which no pixel is enlarged: ``sensorDimensions`` divided by ``dimensions``.
  public var videoZoomFactorUpscaleThreshold: Double {
    min(
      Double(sensorDimensions.width) / Double(dimensions.width),
      Double(sensorDimensions.height) / Double(dimensions.height))
  }

  /// The greatest zoom factor, at least 1. It enlarges pixels 16 times, or shows 8 pixels of the device's shorter side.
  public var videoMaxZoomFactor: Double {
    let shorter = Double(min(sensorDimensions.width, sensorDimensions.height))
    return max(1, min(16 * videoZoomFactorUpscaleThreshold, shorter / 8))
  }

  /// The zoom factor for the position of a slider. The factor grows exponentially along it, so that zooming feels even.
  ///
  /// - Parameter position: `0...1`; 1 is the greatest factor.
  public func videoZoomFactor(forSliderPosition position: Double) -> Double {
    pow(videoMaxZoomFactor, min(max(position, 0), 1))
  }

  /// The position of a slider for a zoom factor, `0...1`.
  public func sliderPosition(forVideoZoomFactor factor: Double) -> Double {
    videoMaxZoomFactor > 1 ? min(max(log(factor) / log(videoMaxZoomFactor), 0), 1) : 0
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

  /// Whether one of the ranges contains a duration of a frame.
  public func supports(frameDuration: MediaTime) -> Bool {
    videoSupportedFrameRateRanges.contains { $0.contains(frameDuration) }
  }

  /// The format in words, such as `1280x720 yuyv422 5, 10-30` or `1280x720 of 2560x1440 motionJPEG 30`.
  public var description: String {
    let origin = sensorDimensions == dimensions ? "" : " of \(sensorDimensions)"
    return
      "\(dimensions)\(origin) \(pixelFormat.rawValue) \(videoSupportedFrameRateRanges.map(\.description).joined(separator: ", "))"
  }
}

extension Sequence where Element == CaptureDeviceFormat {
  /// The formats by rising size; of one size, the cheapest to decode first.
  func inListedOrder() -> [CaptureDeviceFormat] {
    sorted {
      ($0.dimensions.area, $0.dimensions.width, $0.pixelFormat.rank, $0.maxFrameRate)
        < ($1.dimensions.area, $1.dimensions.width, $1.pixelFormat.rank, $1.maxFrameRate)
    }
  }
}
