import CFFmpeg
import CPixelKernels
import FoundationEssentials
import Imaging
import Kernels

/// An open video file. Its owner, a ``FramePump``, calls the C reader from one thread at a time.
final class VideoReader: FrameSource, @unchecked Sendable {
  let info: cffmpeg_info
  private let handle: OpaquePointer
  private let file: String
  private let orientation: Orientation
  private let format: FramePixelFormat
  private let keepsAlpha: Bool
  /// The minimum time between two frames, in seconds; 0 for all frames.
  private let interval: Double
  /// The time of the last frame, in units of the stream.
  private var lastTime: Int64?
  /// The wake-up that the C reader watches; it must live as long as the reader.
  private let wakeUp: WakeUp?
  /// The colour space of the frames so far, which seldom changes.
  private var known: (primaries: Int32, transfer: Int32, space: ColorSpace)?

  /// - Parameters:
  ///   - keepsAlpha: whether alpha is kept; otherwise frames are opaque.
  ///   - interval: the minimum time between two frames, in seconds; 0 for all frames. Pictures in between are not
  ///     converted, and decoded only if others depend on them.
  ///   - threads: the decoder's; nil for one a core.
  init(
    url: URL, orientation: Orientation = .up, format: FramePixelFormat = .rgba8, keepsAlpha: Bool = false,
    interval: Double = 0, threads: Int? = nil
  ) throws(FrameStreamError) {
    self.format = format
    self.keepsAlpha = keepsAlpha
    self.interval = interval
    wakeUp = nil
    file = url.shownPath
    self.orientation = orientation
    guard url.isFileURL, !file.utf8.contains(0) else {
      throw .unreadable(file: file, reason: "it is not the path of a file")
    }
    var opened: OpaquePointer?
    var info = cffmpeg_info()
    var message = cffmpeg_message()
    let status = cffmpeg_open(url.path, Int32(threads ?? 0), &opened, &info, &message)
    guard status == CFFMPEG_OK, let opened else {
      throw FrameStreamError(status, message, file: file)
    }
    handle = opened
    self.info = info
    if interval > 0 { cffmpeg_skip_unreferenced(opened) }
  }

  /// Opens a camera.
  ///
  /// - Parameter wakeUp: ends the waiting for a frame, and so the frames.
  init(camera device: String, options: cffmpeg_camera_options, waking wakeUp: WakeUp) throws(FrameStreamError) {
    file = device
    self.wakeUp = wakeUp
    orientation = .up
    format = .rgba8
    keepsAlpha = false
    interval = 0
    guard !device.utf8.contains(0) else { throw .unreadable(file: file, reason: "it is not the path of a device") }
    var options = options
    options.wake_up = wakeUp.descriptor
    var opened: OpaquePointer?
    var info = cffmpeg_info()
    var message = cffmpeg_message()
    let status = cffmpeg_open_camera(device, &options, &opened, &info, &message)
    guard status == CFFMPEG_OK, let opened else { throw FrameStreamError(status, message, file: device) }
    handle = opened
    self.info = info
  }

  deinit { cffmpeg_close(handle) }

  /// Seeks so that the next frame is the first, the one shown at `time` or the first after it.
  func seek(to time: MediaTime) throws(FrameStreamError) {
    guard let count = info.time_base.count(of: time) else {
      throw .unreadable(file: file, reason: "the time \(time.seconds) s is out of all bounds")
    }
    var message = cffmpeg_message()
    let status = cffmpeg_seek(handle, count, &message)
    guard status == CFFMPEG_OK else { throw FrameStreamError(status, message, file: file) }
  }

  /// The streams that are not read.
  var otherStreams: [MediaStream] {
    (0..<info.stream_count).filter { $0 != info.stream_index }.map { MediaStream(cffmpeg_get_stream(handle, $0)) }
  }

  /// Decodes a picture without converting its pixels; nil at the end.
  func nextPicture() throws(FrameStreamError) -> cffmpeg_picture? {
    var picture = cffmpeg_picture()
    var message = cffmpeg_message()
    let status = cffmpeg_next(handle, &picture, &message)
    if status == CFFMPEG_END { return nil }
    guard status == CFFMPEG_OK else { throw FrameStreamError(status, message, file: file) }
    return picture
  }

  func nextFrame() throws(FrameStreamError) -> Frame? {
    while let picture = try nextPicture() {
      guard isDue(picture) else { continue }
      lastTime = picture.time
      var frame = try frame(of: picture)
      frame.attachments.isDamaged = picture.is_damaged != 0
      return frame
    }
    return nil
  }

  /// Whether a picture is far enough from the last frame, or its time is not later.
  private func isDue(_ picture: cffmpeg_picture) -> Bool {
    guard interval > 0, let lastTime, let unit = info.time_base.value, picture.time > lastTime else { return true }
    return (Double(picture.time) - Double(lastTime)) * unit >= interval
  }

  private func frame(of picture: cffmpeg_picture) throws(FrameStreamError) -> Frame {
    guard let time = info.time_base.time(picture.time) else {
      throw .malformed(file: file, reason: "a frame's time, \(picture.time), is out of all bounds")
    }
    let space = colorSpace(of: picture)
    // Nearly every video is of this kind. The planes are copied rather than retained: a camera waits for its memory.
    var planes = PKYCbCrPlanes()
    let keepsAlpha = keepsAlpha && picture.has_alpha != 0
    if !keepsAlpha, cffmpeg_get_planes(handle, &planes) != 0 {
      let copy = YCbCrPicture(copying: planes, as: format.pixelFormat, colorSpace: space)
      return Frame(picture: copy, orientation: orientation, time: time)
    }
    var pixels = try PixelBuffer(
      size: PixelSize(width: Int(picture.width), height: Int(picture.height)), format: format.pixelFormat,
      colorSpace: space, alphaType: keepsAlpha ? .straight : .opaque
    ) { bytes throws(FrameStreamError) in
      var message = cffmpeg_message()
      let bits = Int32(format.pixelFormat.bitsPerComponent)
      let status = cffmpeg_copy_rgba(
        handle, bits, keepsAlpha ? 1 : 0, bytes.baseAddress, bytes.count, &message)
      guard status == CFFMPEG_OK else { throw FrameStreamError(status, message, file: file) }
    }
    // Every GIF allows translucent pictures; few are.
    if keepsAlpha, Self.isOpaque(pixels) { pixels.alphaType = .opaque }
    return Frame(pixels: pixels, orientation: orientation, time: time)
  }

  /// Whether every alpha sample is 1.
  private static func isOpaque(_ pixels: PixelBuffer) -> Bool {
    func isFull<Sample: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer, _: Sample.Type) -> Bool {
      let samples = bytes.bindMemory(to: Sample.self)
      return stride(from: 3, to: samples.count, by: 4).allSatisfy { samples[$0] == .max }
    }
    return pixels.withUnsafeBytes { bytes in
      pixels.format == .rgba16 ? isFull(bytes, UInt16.self) : isFull(bytes, UInt8.self)
    }
  }

  /// The space of the primaries with sRGB's curve, in which a video is shown.
  private func colorSpace(of picture: cffmpeg_picture) -> ColorSpace {
    if let known, known.primaries == picture.primaries, known.transfer == picture.transfer { return known.space }
    let isHighDynamicRange = VideoColorProperties(transferFunction: Int(picture.transfer)).isHighDynamicRange
    let hasKnownSpace = picture.primaries == 12 || !isHighDynamicRange
    let space: ColorSpace = hasKnownSpace ? VideoColorProperties.space(primaries: Int(picture.primaries)) : .sRGB
    known = (picture.primaries, picture.transfer, space)
    return space
  }
}

extension cffmpeg_rational {
  /// Nil where unknown.
  var value: Double? { numerator > 0 && denominator > 0 ? Double(numerator) / Double(denominator) : nil }

  /// The last multiple of this many seconds that is not after `time`; nil if it is out of range.
  func count(of time: MediaTime) -> Int64? {
    guard numerator > 0 else { return nil }
    let unit = Int64(numerator) * Int64(time.timescale)
    let approximation = Double(time.value) * Double(denominator) / Double(unit)
    // Far from where a quotient of 64 bits would overflow.
    guard approximation.magnitude < 0x1p62 else { return nil }
    let (count, rest) = unit.dividingFullWidth(time.value.multipliedFullWidth(by: Int64(denominator)))
    return rest < 0 ? count - 1 : count
  }

  /// `count` times this many seconds; nil if it cannot be represented as a ``MediaTime``.
  func time(_ count: Int64) -> MediaTime? {
    let (value, overflows) = count.multipliedReportingOverflow(by: Int64(numerator))
    return overflows || denominator < 1 ? nil : MediaTime(value: value, timescale: denominator)
  }
}
