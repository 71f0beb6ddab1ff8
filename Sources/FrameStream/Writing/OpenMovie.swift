import CFFmpeg
import CPixelKernels
import FoundationEssentials
import Imaging
import PhotoFile

/// A movie that is being written. Its owner, a ``MovieWriter``, calls the C writer from one thread at a time.
final class OpenMovie {
  let size: PixelSize
  let orientation: Orientation
  private let handle: OpaquePointer
  private let file: String
  /// The file from which is copied; nil for none.
  private let source: String?
  private let timescale: Int32
  private let isHighDynamicRange: Bool

  /// - Parameters:
  ///   - descriptor: an empty file open for writing, which the caller owns and keeps open as long as this object.
  ///   - url: the name of the file, whose extension determines its container.
  ///   - frame: the first.
  init(
    descriptor: Int32, url: URL, settings: MovieSettings, copying copy: MovieCopy?, first frame: Frame
  ) throws(FrameStreamError) {
    size = frame.size
    orientation = frame.orientation
    timescale = settings.timescale ?? Self.timescale(holding: frame.time, in: url.pathExtension)
    file = url.shownPath
    guard timescale > 0 else { throw .unwritable(file: file, reason: "its timescale is not positive") }
    isHighDynamicRange = settings.color?.isHighDynamicRange == true
    try Self.check(settings, copying: copy, file: file)
    guard size.width <= Y4MHeader.pixelLimit / size.height else {
      throw .limitExceeded(file: file, reason: "frames of \(size) pixels")
    }
    var movie = Self.code(of: settings, frame: frame)
    movie.time_base = cffmpeg_rational(numerator: 1, denominator: timescale)
    movie.first_time = try Self.count(of: frame.time, timescale: timescale, file: file)
    var opened: OpaquePointer?
    var message = cffmpeg_message()
    func create(_ copy: UnsafePointer<cffmpeg_copy>?) -> cffmpeg_status {
      movie.copy = copy
      return cffmpeg_create(descriptor, url.lastPathComponent, &movie, &opened, &message)
    }
    let status = copy.map { copy in copy.withCode { create($0) } } ?? create(nil)
    source = copy?.source.shownPath
    guard status == CFFMPEG_OK, let opened else { throw Self.failure(status, message, file: file, source: source) }
    handle = opened
  }

  /// Checks for settings out of range, and for combinations that no file can have.
  private static func check(
    _ settings: MovieSettings, copying copy: MovieCopy?, file: String
  ) throws(FrameStreamError) {
    guard settings.color?.isHighDynamicRange != true || settings.bitDepth == .ten else {
      throw .unsupported(file: file, reason: "HDR (PQ, HLG) takes 10 bits a component; ask for 10 bits")
    }
    if let interval = settings.movieFragmentInterval {
      guard interval > .zero, interval <= MediaTime(value: 3600, timescale: 1) else {
        throw .unwritable(
          file: file, reason: "a fragment interval of \(interval.seconds) s; it must be 0.001 to 3600 s")
      }
      guard copy == nil else {
        throw .unsupported(
          file: file, reason: "a movie in fragments cannot copy from another movie; omit one of the two")
      }
    }
    for rate in [settings.averageBitRate, settings.maximumBitRate].compactMap({ $0 })
    where !MovieSettings.bitRates.contains(rate) {
      throw .unwritable(
        file: file, reason: "a bit rate of \(rate) bits a second; it must be 1000 to 2000000000")
    }
    if let copy, let retiming = copy.retiming {
      try retiming.check(file: copy.source.shownPath)
      guard copy.start == nil, copy.end == nil else {
        throw .unsupported(
          file: copy.source.shownPath, reason: "a part of a movie cannot be retimed; write the part first")
      }
    }
  }

  /// The error for a failure. It names the source if reading copied streams failed, otherwise the output.
  private static func failure(
    _ status: cffmpeg_status, _ message: cffmpeg_message, file: String, source: String?
  ) -> FrameStreamError {
    let isOfSource = [CFFMPEG_UNREADABLE, CFFMPEG_NOT_VIDEO, CFFMPEG_STILL_PICTURE, CFFMPEG_MALFORMED].contains(status)
    return FrameStreamError(status, message, file: isOfSource ? source ?? file : file)
  }

  private func failure(_ status: cffmpeg_status, _ message: cffmpeg_message) -> FrameStreamError {
    Self.failure(status, message, file: file, source: source)
  }

  deinit { cffmpeg_close_writer(handle) }

  /// Warnings of parts that could not be copied, and of changes.
  var warnings: [String] { Self.sentences(cffmpeg_get_warnings(handle)) }

  static func sentences(_ text: UnsafePointer<CChar>?) -> [String] {
    text.map { String(cString: $0).split(separator: "\n").map(String.init) } ?? []
  }

  func write(_ frame: Frame) throws(FrameStreamError) {
    let time = try Self.count(of: frame.time, timescale: timescale, file: file)
    guard !isHighDynamicRange || frame.format == .rgba16 else {
      throw .unsupported(file: file, reason: "HDR (PQ, HLG) takes frames of 16 bits a component; these have fewer")
    }
    var layout = CFFMPEG_LAYOUT_YCBCR
    var target = PKYCbCrTarget()
    var message = cffmpeg_message()
    var status = cffmpeg_get_target(handle, &layout, &target, &message)
    if status == CFFMPEG_OK {
      let buffer = EncoderBuffer(layout: layout, target: target)
      if cffmpeg_accepts_planes(handle) != 0, let picture = buffer.identicalPlanes(of: frame) {
        status = picture.withPlanes { planes in
          withUnsafePointer(to: planes) { cffmpeg_write_planes(handle, $0, time, &message) }
        }
      } else {
        buffer.fill(with: frame)
        status = cffmpeg_write(handle, time, &message)
      }
    }
    guard status == CFFMPEG_OK else { throw failure(status, message) }
  }

  func write(_ sound: AudioBuffer) throws(FrameStreamError) {
    var message = cffmpeg_message()
    let time = sound.time.converted(toTimescale: sound.format.sampleRate).value
    let status = sound.samples.withUnsafeBufferPointer { samples in
      cffmpeg_write_sound(handle, samples.baseAddress, Int64(sound.frameCount), time, &message)
    }
    guard status == CFFMPEG_OK else { throw failure(status, message) }
  }

  /// - Parameters:
  ///   - end: the end of the last frame, to the movie's unit; nil for the usual interval.
  ///   - isCut: whether copied streams end with the frames.
  func finish(at end: MediaTime?, cut isCut: Bool = false) throws(FrameStreamError) {
    var message = cffmpeg_message()
    let count = end?.converted(toTimescale: timescale).value ?? .min
    let status = cffmpeg_finish(handle, count, isCut ? 1 : 0, &message)
    guard status == CFFMPEG_OK else { throw failure(status, message) }
  }

  /// Number of frames that can be read from the file now.
  var readableCount: Int { Int(cffmpeg_count_readable(handle)) }

  /// Whether the finished file is fragmented.
  var endsInFragments: Bool { cffmpeg_ends_in_fragments(handle) != 0 }

  /// A timescale in which the first frame's time is exact, and those of frames at all usual rates: 24, 25, 30, 48, 50
  /// and 60 a second, with and without the 1000/1001 of NTSC, in milliseconds and in units of 1/90000 s.
  private static func timescale(holding time: MediaTime, in pathExtension: String) -> Int32 {
    // AVI's codecs take no units so fine.
    guard pathExtension.lowercased() != "avi" else { return time.timescale }
    let usual: Int32 = 720_000
    let common = (time + MediaTime(value: 0, timescale: usual)).timescale
    return common % time.timescale == 0 ? common : time.timescale
  }

  /// A time in units of 1/`timescale` s.
  private static func count(
    of time: MediaTime, timescale: Int32, file: String
  ) throws(FrameStreamError) -> Int64 {
    let converted = time.converted(toTimescale: timescale)
    guard converted != time else { return converted.value }
    let isClamped = converted.value == .max || converted.value == .min
    throw .unwritable(
      file: file,
      reason: "the time \(time.value)/\(time.timescale) is \(isClamped ? "out of all bounds in" : "not a multiple of") "
        + "the movie's unit, 1/\(timescale) s; set a timescale")
  }

  private static func code(of settings: MovieSettings, frame: Frame) -> cffmpeg_movie {
    let size = frame.size
    var color = settings.color ?? .standard(for: size, in: frame.colorSpace)
    if settings.color == nil, settings.content == .gray, settings.isLossless { color.isFullRange = true }
    let matrix = DisplayMatrix(frame.orientation)
    var movie = cffmpeg_movie()
    movie.width = Int32(size.width)
    movie.height = Int32(size.height)
    let rate = settings.nominalFrameRate
    // Zero stands for an unknown rate, as in AVFoundation.
    let frameRate = FrameRate(rate.isFinite && rate > 0 ? min(max(rate, 0.01), 1000) : 25)
    movie.frame_rate = cffmpeg_rational(numerator: frameRate.numerator, denominator: frameRate.denominator)
    movie.display_matrix = (matrix.a, matrix.b, 0, matrix.c, matrix.d, 0, 0, 0, 1 << 30)
    movie.rate_factor = settings.rateFactor.map { Int32(min(max($0, 0), 51)) } ?? -1
    movie.average_bit_rate = Int64(settings.averageBitRate ?? 0)
    let mean = settings.averageBitRate ?? 0
    movie.maximum_bit_rate = Int64(settings.maximumBitRate.map { $0 > mean ? $0 : 0 } ?? 0)
    movie.is_lossless = settings.isLossless ? 1 : 0
    movie.codec = settings.codec.code
    movie.content = settings.content.code
    movie.depth = Int32(settings.bitDepth.rawValue)
    movie.source_chroma = settings.sourceChroma?.number ?? 0
    movie.color = color.written(with: size).code
    movie.fragment_milliseconds = settings.movieFragmentInterval.map { max(1, Int32($0.seconds * 1000)) } ?? 0
    movie.threads = Int32(settings.encodingThreads ?? 0)
    movie.sound_rate = settings.audioFormat?.sampleRate ?? 0
    movie.sound_channel_count = Int32(settings.audioFormat?.channelCount ?? 0)
    movie.pixel_aspect_ratio = cffmpeg_rational(
      numerator: settings.pixelAspectRatio.horizontalSpacing, denominator: settings.pixelAspectRatio.verticalSpacing)
    return movie
  }
}
