import CFFmpeg
import CPixelKernels
import FoundationEssentials
import Imaging

/// An open video file. Its owner, a ``FramePump``, calls the C reader from one thread at a time.
final class VideoReader: FrameSource, @unchecked Sendable {
  let info: cffmpeg_info
  private let handle: OpaquePointer
  private let file: String
  private let orientation: Orientation

  init(url: URL, orientation: Orientation = .up) throws(FrameStreamError) {
    file = url.isFileURL ? url.path : url.absoluteString
    self.orientation = orientation
    guard url.isFileURL, !file.utf8.contains(0) else {
      throw .unreadable(file: file, reason: "it is not the path of a file")
    }
    var opened: OpaquePointer?
    var info = cffmpeg_info()
    var message = cffmpeg_message()
    let status = cffmpeg_open(file, &opened, &info, &message)
    guard status == CFFMPEG_OK, let opened else {
      throw FrameStreamError(status, message, file: file)
    }
    handle = opened
    self.info = info
  }

  /// Opens a camera.
  init(camera device: String, options: cffmpeg_camera_options) throws(FrameStreamError) {
    file = device
    orientation = .up
    guard !device.utf8.contains(0) else { throw .unreadable(file: file, reason: "it is not the path of a device") }
    var options = options
    var opened: OpaquePointer?
    var info = cffmpeg_info()
    var message = cffmpeg_message()
    let status = cffmpeg_open_camera(device, &options, &opened, &info, &message)
    guard status == CFFMPEG_OK, let opened else { throw FrameStreamError(status, message, file: device) }
    handle = opened
    self.info = info
  }

  deinit { cffmpeg_close(handle) }

  /// Makes the next frame, which is to be the first, that of `time` or the first one after it.
  func seek(to time: MediaTime) throws(FrameStreamError) {
    guard let count = info.time_base.count(of: time) else {
      throw .unreadable(file: file, reason: "the time \(time.seconds) s is out of all bounds")
    }
    var message = cffmpeg_message()
    let status = cffmpeg_seek(handle, count, &message)
    guard status == CFFMPEG_OK else { throw FrameStreamError(status, message, file: file) }
  }

  func nextFrame() throws(FrameStreamError) -> Frame? {
    var picture = cffmpeg_picture()
    var message = cffmpeg_message()
    let status = cffmpeg_next(handle, &picture, &message)
    if status == CFFMPEG_END { return nil }
    guard status == CFFMPEG_OK else { throw FrameStreamError(status, message, file: file) }
    guard let time = info.time_base.time(picture.time) else {
      throw .malformed(file: file, reason: "a frame's time, \(picture.time), is out of all bounds")
    }
    let pixels = try PixelBuffer(
      size: PixelSize(width: Int(picture.width), height: Int(picture.height)), format: .rgba8,
      colorSpace: picture.is_display_p3 != 0 ? .displayP3 : .sRGB
    ) { bytes throws(FrameStreamError) in
      // Nearly every video is of this kind, for which swscale takes three times as long at the same exactness.
      var planes = PKYCbCrPlanes()
      if cffmpeg_get_planes(handle, &planes) != 0 {
        PlanarPicture(planes: planes).convert(into: bytes)
        return
      }
      let status = cffmpeg_copy_rgba(handle, bytes.baseAddress, bytes.count, &message)
      guard status == CFFMPEG_OK else { throw FrameStreamError(status, message, file: file) }
    }
    return Frame(pixels: pixels, orientation: orientation, time: time)
  }
}

extension cffmpeg_rational {
  /// Nil where unknown.
  var value: Double? { numerator > 0 && denominator > 0 ? Double(numerator) / Double(denominator) : nil }

  /// The first moment in units of this many seconds that is not before `time`; nil where that is out of all bounds.
  func count(of time: MediaTime) -> Int64? {
    guard numerator > 0 else { return nil }
    let (product, overflows) = time.value.multipliedReportingOverflow(by: Int64(denominator))
    guard !overflows else { return nil }
    let unit = Int64(numerator) * Int64(time.timescale)
    let count = product / unit
    return count * unit < product ? count + 1 : count
  }

  /// `count` times this many seconds; nil where that cannot be written as a ``MediaTime``.
  func time(_ count: Int64) -> MediaTime? {
    let (value, overflows) = count.multipliedReportingOverflow(by: Int64(numerator))
    return overflows || denominator < 1 ? nil : MediaTime(value: value, timescale: denominator)
  }
}
