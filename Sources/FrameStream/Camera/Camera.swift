import CFFmpeg
import Imaging

/// A camera of Video4Linux, read through FFmpeg's library of devices, which is loaded when the first camera is opened
/// (Debian: libavdevice59).
///
/// A camera has no end: one that vanishes is an error after the frames that came whole. Its frames come as they come;
/// take them with ``FrameSequence/delivered(_:counting:)`` and `.latest`, or the driver drops what is not taken, which
/// is noticed as a discontinuity. A task that is cancelled ends at once, also while the camera gives nothing, and the
/// device is let go when the camera is released everywhere. The value may be shared between tasks; they share the
/// frames.
public struct Camera: Sendable {
  /// The device's path.
  public let device: String
  /// The size of a frame.
  public let size: PixelSize
  /// Frames a second, as the driver says; nil where it does not.
  public let nominalFrameRate: Double?
  /// The frames that come from now on, in `rgba8`, opaque, with the times of the driver's clock.
  public let frames: FrameSequence

  /// Opens a camera.
  ///
  /// - Parameters:
  ///   - device: a path, "/dev/video0" for instance.
  ///   - size: the requested size in pixels, instead of which the driver may choose another one; nil leaves it to the
  ///     driver.
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
