import CFFmpeg
import FoundationEssentials
import Imaging

/// An open video file. The C reader is used by one thread at a time, as its owner, a ``FramePump``, sees to.
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

  deinit { cffmpeg_close(handle) }

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
      var planes = cffmpeg_planes()
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
  /// `count` times this many seconds; nil where that cannot be written as a ``MediaTime``.
  func time(_ count: Int64) -> MediaTime? {
    let (value, overflows) = count.multipliedReportingOverflow(by: Int64(numerator))
    return overflows || denominator < 1 ? nil : MediaTime(value: value, timescale: denominator)
  }
}

extension FrameStreamError {
  fileprivate init(_ status: cffmpeg_status, _ message: cffmpeg_message, file: String) {
    let reason = withUnsafeBytes(of: message.text) { text in
      String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }
    self =
      switch status {
      case CFFMPEG_RUNTIME_MISSING: .runtimeMissing(reason: reason)
      case CFFMPEG_NOT_VIDEO: .notVideo(file: file, reason: reason)
      case CFFMPEG_MALFORMED: .malformed(file: file, reason: reason)
      case CFFMPEG_LIMIT_EXCEEDED: .limitExceeded(file: file, reason: reason)
      case CFFMPEG_UNSUPPORTED: .unsupported(file: file, reason: reason)
      default: .unreadable(file: file, reason: reason)
      }
  }
}
