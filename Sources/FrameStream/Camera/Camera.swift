import CFFmpeg
import Imaging

/// A Video4Linux camera, read through FFmpeg's libavdevice, which is loaded when the first camera is opened (Debian:
/// libavdevice59).
///
/// A camera has no end: if it is unplugged, an error follows its complete frames. Take its frames in time, with
/// ``FrameSequence/delivered(_:counting:)`` and `.latest`; otherwise the driver drops them, which is reported as a
/// discontinuity. A cancelled task ends immediately, even while the camera delivers nothing. The device is released
/// with the last copy of the camera. The value may be shared between tasks; they share the frames.
public struct Camera: Sendable {
  /// The device's path.
  public let device: String
  /// The size of a frame.
  public let size: PixelSize
  /// Frames a second, as reported by the driver; nil if unknown.
  public let nominalFrameRate: Double?
  /// The frames from now on, in `rgba8`, opaque, with the times of the driver's clock.
  public let frames: FrameSequence

  /// Opens a camera.
  ///
  /// - Parameters:
  ///   - device: a path, "/dev/video0" for instance.
  ///   - size: the requested size in pixels, which the driver may replace by another one; nil leaves it to the driver.
  ///   - frameRate: the requested frame rate, in frames a second; nil leaves it to the driver.
  /// - Throws: ``FrameStreamError`` if the camera cannot be opened.
  public init(device: String, size: PixelSize? = nil, frameRate: Int32? = nil) throws(FrameStreamError) {
    var options = cffmpeg_camera_options()
    options.width = Int32(clamping: size?.width ?? 0)
    options.height = Int32(clamping: size?.height ?? 0)
    options.frame_rate = cffmpeg_rational(numerator: frameRate ?? 0, denominator: 1)
    let wakeUp = WakeUp()
    let reader = try VideoReader(camera: device, options: options, waking: wakeUp)
    self.device = device
    self.size = PixelSize(width: Int(reader.info.width), height: Int(reader.info.height))
    nominalFrameRate = reader.info.frame_rate.value
    let pump = FramePump(waking: wakeUp) { () throws(FrameStreamError) in reader }
    frames = FrameSequence(interval: nominalFrameRate.map { 1 / $0 }) { pump }
  }
}
