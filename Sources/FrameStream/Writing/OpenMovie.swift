import CFFmpeg
import FoundationEssentials
import Imaging
import Kernels

/// A movie that is being written. Its owner, a ``MovieWriter``, calls the C writer from one thread at a time.
final class OpenMovie {
  let size: PixelSize
  let orientation: Orientation
  private let handle: OpaquePointer
  private let file: String
  private let timescale: Int32
  private let holdsNegativeTimes: Bool

  init(
    scratch: URL, url: URL, size: PixelSize, orientation: Orientation, timescale: Int32, frameRate: Double,
    rateFactor: Int32, codec: VideoCodec, sound: URL?
  ) throws(FrameStreamError) {
    self.size = size
    self.orientation = orientation
    self.timescale = timescale
    file = url.path
    holdsNegativeTimes = !["mp4", "m4v", "mov"].contains(url.pathExtension.lowercased())
    guard size.width <= Y4MHeader.pixelLimit / size.height else {
      throw .limitExceeded(file: url.path, reason: "frames of \(size) pixels")
    }
    let rate = Int32(min(max(frameRate, 0.01), 1000) * 1000)
    var movie = cffmpeg_movie()
    movie.width = Int32(size.width)
    movie.height = Int32(size.height)
    movie.time_base = cffmpeg_rational(numerator: 1, denominator: timescale)
    movie.frame_rate = cffmpeg_rational(numerator: rate, denominator: 1000)
    movie.rate_factor = rateFactor
    movie.codec = codec.code
    let matrix = DisplayMatrix(orientation)
    movie.display_matrix = (matrix.a, matrix.b, 0, matrix.c, matrix.d, 0, 0, 0, 1 << 30)
    var opened: OpaquePointer?
    var message = cffmpeg_message()
    func create(_ sound: UnsafePointer<CChar>?) -> cffmpeg_status {
      movie.sound_path = sound
      return cffmpeg_create(scratch.path, url.lastPathComponent, &movie, &opened, &message)
    }
    let status = sound.map { sound in sound.path.withCString { create($0) } } ?? create(nil)
    guard status == CFFMPEG_OK, let opened else { throw FrameStreamError(status, message, file: url.path) }
    handle = opened
  }

  deinit { cffmpeg_close_writer(handle) }

  func write(_ frame: Frame) throws(FrameStreamError) {
    let (product, overflows) = frame.time.value.multipliedReportingOverflow(by: Int64(timescale))
    guard !overflows, product % Int64(frame.time.timescale) == 0 else {
      throw .unwritable(
        file: file,
        reason:
          "the time \(frame.time.value)/\(frame.time.timescale) is no multiple of the first's unit, 1/\(timescale)")
    }
    let time = product / Int64(frame.time.timescale)
    guard time >= 0 || holdsNegativeTimes else {
      throw .unwritable(file: file, reason: "a frame's time is before zero, which MP4 cannot tell; use .mkv")
    }
    let pixels = frame.pixels.converted(to8Bit: .rgba8)
    var message = cffmpeg_message()
    let status = pixels.withUnsafeBytes { bytes in
      cffmpeg_write(
        handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), pixels.rowBytes, time, &message)
    }
    guard status == CFFMPEG_OK else { throw FrameStreamError(status, message, file: file) }
  }

  func finish() throws(FrameStreamError) {
    var message = cffmpeg_message()
    let status = cffmpeg_finish(handle, &message)
    guard status == CFFMPEG_OK else { throw FrameStreamError(status, message, file: file) }
  }
}
