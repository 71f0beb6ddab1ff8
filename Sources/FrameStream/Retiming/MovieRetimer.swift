import FoundationEssentials
import Imaging
import PhotoFile

/// Writes a movie of which parts are played slower or faster. A value.
///
/// ```swift
/// let slow = TimeScaling(start: start, end: end, rate: PlaybackRate(numerator: 1, denominator: 4))
/// try await MovieRetimer(clip, MovieRetiming([slow])).write(to: output)
/// ```
/// - Without a ``frameDuration`` no picture is coded again: only its times change.
/// - With one, pictures are coded again, at a constant rate: at each time the last one at or before it. Alpha is kept
///   in WebM, QuickTime and Matroska, and becomes black in other containers.
/// - The total changes exactly by the parts' changes. Subtitles, chapters and data move with the pictures; sound is
///   coded again, with its pitch kept or varied, and a part has as many samples as fit its duration.
public struct MovieRetimer: Sendable, Hashable {
  /// The movie.
  public var source: URL
  /// Which parts are shown slower or faster.
  public var retiming: MovieRetiming
  /// The duration of every frame; nil to keep the pictures' own.
  public var frameDuration: MediaTime?
  /// Which metadata are kept.
  public var metadata: MetadataPolicy

  /// Creates a retimer.
  public init(
    _ source: URL, _ retiming: MovieRetiming, frameDuration: MediaTime? = nil, metadata: MetadataPolicy = .keep
  ) {
    self.source = source
    self.retiming = retiming
    self.frameDuration = frameDuration
    self.metadata = metadata
  }

  /// Writes the movie, which appears complete or not at all, and may replace its source.
  ///
  /// - Returns: what the file does not support of the source, and changes, a sentence each.
  /// - Throws: ``FrameStreamError`` if the source cannot be read, parts overlap or rates are out of 1/32...32, the
  ///   container does not support its streams, the file exists already, or the task is cancelled.
  @discardableResult
  public func write(to url: URL, overwriting: Bool = false) async throws(FrameStreamError) -> [String] {
    guard let frameDuration else { return try copyPictures(to: url, overwriting: overwriting) }
    guard frameDuration > .zero else {
      throw .unsupported(
        file: source.shownPath, reason: "a frame duration of \(frameDuration.seconds) s; it must be above 0")
    }
    try retiming.check(file: source.shownPath)
    let film = try VideoFile(contentsOf: source)
    try film.requireConvertible(allowingHighDynamicRange: true)
    let writer = try RetimedMovieWriter(
      url, settings: settings(for: film.format, frameDuration), of: film.format, copying: copy,
      overwriting: overwriting)
    var frames = ConstantRateFrames(frameDuration: frameDuration)
    // The last frame is shown as long as the one before, if the file does not state its duration.
    var (last, interval) = (MediaTime.zero, frameDuration)
    let counts = FrameCounts()
    let isDeep = (film.format.bitsPerComponent ?? 8) > 8
    let source = film.frames(as: isDeep ? .rgba16 : .rgba8, keepingAlpha: film.format.hasAlpha)
    for try await frame in source.delivered(.everyFrame, counting: counts) {
      for frame in frames.take(frame, at: retiming.time(of: frame.time)) { try writer.write(frame) }
      if frame.time > last { interval = frame.time - last }
      last = frame.time
    }
    // The frames of a cancelled task end like those of a movie.
    if Task.isCancelled { throw .cancelled(file: url.shownPath) }
    let end = film.endTime ?? last + interval
    for frame in frames.frames(before: retiming.time(of: max(end, last + MediaTime(value: 1, timescale: 1_000_000)))) {
      try writer.write(frame)
    }
    try writer.finish()
    return writer.warnings + [counts.damageWarning].compactMap(\.self)
  }

  private var copy: MovieCopy { MovieCopy(source, metadata: metadata, retiming: retiming) }

  /// Writes the movie with other times, and its pictures as they are coded.
  private func copyPictures(to url: URL, overwriting: Bool) throws(FrameStreamError) -> [String] {
    do {
      return try MovieRemuxer(copy).write(to: url, overwriting: overwriting)
    } catch .unsupported(let file, let reason) {
      throw .unsupported(file: file, reason: "\(reason); with a constant rate its pictures are coded again")
    }
  }

  /// The settings for frames of one duration, with the source's colours and pixel aspect ratio.
  private func settings(for format: VideoFormat, _ frameDuration: MediaTime) -> MovieSettings {
    var settings = MovieSettings(nominalFrameRate: 1 / frameDuration.seconds)
    settings.pixelAspectRatio = format.pixelAspectRatio
    settings.color = format.color
    settings.timescale = timescale(first: retiming.time(of: format.startTime ?? .zero), frameDuration)
    return settings
  }

  /// Units of which the times of all frames are multiples, and in which rates are exact.
  private func timescale(first: MediaTime, _ duration: MediaTime) -> Int32 {
    let common = (first + duration).timescale
    return common < 10_000 ? common * (10_000 / common + 1) : common
  }
}
