import CFFmpeg
import FoundationEssentials
import Imaging

/// Writes frames as a movie: H.264 in MP4, or the container of the file's extension with the codec of the settings.
/// Used by one thread or task at a time.
///
/// - Frames keep their times exactly, evenly spaced or not, or are refused; the frames before can then be finished as a
///   movie. MP4 and QuickTime have no times before zero: a movie that begins there is shifted, with everything copied
///   from its source, and ``warnings`` states by how much. Matroska and WebM round times to milliseconds.
/// - Their orientation becomes the movie's, as in phones' movies; in a container without one, as Matroska, their pixels
///   are rotated. All frames have one size and orientation.
/// - Sound, subtitles, chapters, metadata and further streams of a source are copied unchanged.
/// - The file appears complete when ``finish()`` is called, or not at all, whatever happens to the process. It may be the
///   source itself, which is read until then. With ``MovieSettings/movieFragmentInterval`` it exists from the first
///   fragment on, and its contents are kept.
///
/// ```swift
/// let movie = try MovieWriter(url: output, settings: MovieSettings(), copying: MovieCopy(clip))
/// for try await frame in try VideoFile(contentsOf: clip).frames { try movie.write(changed(frame)) }
/// try movie.finish()
/// ```
public final class MovieWriter: FrameWriter {
  /// The file that is written.
  public let url: URL
  /// Warnings of losses and changes, a sentence each; complete after the first frame.
  public private(set) var warnings: [String] = []
  private let settings: MovieSettings
  private let copy: MovieCopy?
  private let overwrites: Bool
  /// The file and its open movie, after the first frame.
  private var open: (output: MovieOutput, movie: OpenMovie)?
  private var hasFrames = false
  private var isFinished = false
  /// Number of readable frames when the file was last published.
  private var publishedCount = 0
  /// The end of the last frame; nil for the interval of the frame rate.
  private var end: MediaTime?
  /// Whether copied streams end with the frames, because the work was interrupted.
  package var isCut = false
  /// Whether the container has no orientation, so that the pixels of frames are rotated.
  private var turnsFrames = false
  /// The format for which the movie was prepared before the first frame.
  private var prepared: SourceFormatHint?

  /// - Parameters:
  ///   - url: the file; its extension determines the container (mp4, mov, mkv, webm, ...).
  ///   - settings: the coding of the movie.
  ///   - copying: the parts that are copied from a source, usually that of the frames; nil for none.
  ///   - overwriting: whether an existing file may be replaced, which happens at the end.
  /// - Throws: ``FrameStreamError/unwritable(file:reason:code:)`` if the file exists already.
  public init(
    url: URL, settings: MovieSettings, copying copy: MovieCopy? = nil, overwriting: Bool = false
  ) throws(FrameStreamError) {
    self.url = url
    self.settings = settings
    self.copy = copy
    overwrites = overwriting
    try MovieOutput.check(url, overwriting: overwriting)
  }

  /// Writes a colour movie of 8 bits.
  ///
  /// - Parameters:
  ///   - url: the file; its extension determines the container (mp4, mov, mkv, webm, ...).
  ///   - frameRate: frames a second, approximately; the frames' own times decide.
  ///   - rateFactor: the quality, as ``MovieSettings/rateFactor``.
  ///   - codec: the codec of the pictures, which the container must support.
  ///   - soundFrom: a movie whose sound is copied, if it has any.
  /// - Throws: ``FrameStreamError/unwritable(file:reason:code:)`` if the file exists already.
  public convenience init(
    url: URL, frameRate: Double = 25, rateFactor: Int = 20, codec: VideoCodec = .automatic, soundFrom sound: URL? = nil,
    overwriting: Bool = false
  ) throws(FrameStreamError) {
    try self.init(
      url: url, settings: MovieSettings(codec: codec, rateFactor: rateFactor, nominalFrameRate: frameRate),
      copying: sound.map { MovieCopy($0, parts: .sound) }, overwriting: overwriting)
  }

  /// Whether a file can be read while it is being written (``MovieSettings/movieFragmentInterval``): MP4 and QuickTime,
  /// Matroska and WebM can.
  ///
  /// - Throws: ``FrameStreamError`` if its extension is not a movie's, or FFmpeg cannot be loaded.
  package static func holdsFragments(_ url: URL) throws(FrameStreamError) -> Bool {
    try query(cffmpeg_holds_fragments, of: url)
  }

  /// Whether a file's usual codec supports transparency: in WebM, QuickTime and Matroska it does.
  ///
  /// - Throws: ``FrameStreamError`` if its extension is not a movie's, or FFmpeg cannot be loaded.
  package static func holdsAlpha(_ url: URL) throws(FrameStreamError) -> Bool {
    try query(cffmpeg_holds_alpha, of: url)
  }

  /// Checks, before any frame is made, that a file can hold the sound of a movie whose parts are copied into it. Only the
  /// movie's header is read.
  ///
  /// - Throws: ``FrameStreamError/unsupported(file:reason:)``, which names the output and the kinds of files that can;
  ///   errors of reading the movie.
  package static func requireSound(of source: URL, in url: URL) throws(FrameStreamError) {
    var message = cffmpeg_message()
    let status = cffmpeg_check_sound(source.path, url.lastPathComponent, &message)
    guard status != CFFMPEG_OK else { return }
    let isOfOutput = [CFFMPEG_UNSUPPORTED, CFFMPEG_RUNTIME_MISSING].contains(status)
    throw FrameStreamError(status, message, file: isOfOutput ? url.shownPath : source.shownPath)
  }

  /// Queries the C code about the container of a name's extension.
  private static func query(
    _ question: (UnsafePointer<CChar>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<cffmpeg_message>) ->
      cffmpeg_status,
    of url: URL
  ) throws(FrameStreamError) -> Bool {
    var holds: Int32 = 0
    var message = cffmpeg_message()
    let status = question(url.lastPathComponent, &holds, &message)
    guard status == CFFMPEG_OK else { throw FrameStreamError(status, message, file: url.shownPath) }
    return holds != 0
  }

  /// Sets up the encoder before the first frame, so that it is written as fast as others (AVFoundation's
  /// `sourceFormatHint`). Frames of another format are written too, after another setup.
  ///
  /// - Parameter hint: the format of the frames.
  /// - Throws: ``FrameStreamError`` if the settings contradict each other or the container, have no timescale, or a
  ///   frame was written already.
  public func prepare(for hint: SourceFormatHint) throws(FrameStreamError) {
    try requireUnfinished()
    guard settings.timescale != nil, open == nil else {
      throw .unwritable(
        file: url.shownPath, reason: open == nil ? "its settings have no timescale" : "it was begun already")
    }
    prepared = hint
    let pixels = PixelBuffer(size: hint.size, format: .rgba8, colorSpace: hint.colorSpace)
    _ = try begin(with: Frame(pixels: pixels, orientation: hint.orientation, time: .zero))
  }

  /// - Throws: ``FrameStreamError`` if the settings contradict each other or the container, the disk is full, the frame
  ///   does not follow the one before, or the movie is finished.
  public func write(_ frame: Frame) throws(FrameStreamError) {
    try requireUnfinished()
    // A movie that was prepared for another format is restarted.
    if !hasFrames, let prepared, !prepared.fits(frame) { open = nil }
    let movie: OpenMovie
    if let open { movie = open.movie } else { movie = try begin(with: frame) }
    let frame = turnsFrames ? frame.upright : frame
    guard frame.size == movie.size, frame.orientation == movie.orientation else {
      throw .unwritable(file: url.shownPath, reason: "frames of different sizes or orientations cannot be in one movie")
    }
    try movie.write(frame)
    hasFrames = true
    if let open { try publish(open) }
  }

  /// Writes sound with the frames, at its time: overlaps with earlier sound are dropped, and gaps are silent. The first
  /// frame comes first.
  ///
  /// - Throws: ``FrameStreamError`` if the settings do not have the sound's format, there was no frame yet, the disk is
  ///   full, or the movie is finished.
  public func write(_ sound: AudioBuffer) throws(FrameStreamError) {
    try requireUnfinished()
    guard let open, hasFrames, sound.format == settings.audioFormat else {
      throw .unwritable(
        file: url.shownPath,
        reason: !hasFrames ? "sound comes before the first frame" : "its settings have no sound of this format")
    }
    try open.movie.write(sound)
    try publish(open)
  }

  /// Gives the file its name when it is readable, and starts the synchronization of each further fragment.
  private func publish(_ open: (output: MovieOutput, movie: OpenMovie)) throws(FrameStreamError) {
    let count = open.movie.readableCount
    guard count > publishedCount else { return }
    publishedCount = count
    try open.output.publish()
    open.output.synchronize()
  }

  /// Sets the end of the last frame, which is otherwise shown for the interval of ``MovieSettings/nominalFrameRate``
  /// (AVFoundation's `endSession(atSourceTime:)`). A time before the last frame has no effect, nor has any time in
  /// Matroska in fragments or in containers without durations of frames, such as AVI.
  public func endSession(atSourceTime time: MediaTime) { end = time }

  /// Finishes the movie and moves it to its place.
  ///
  /// - Throws: ``FrameStreamError/unwritable(file:reason:code:)`` if there was no frame, the disk is full, or the movie
  ///   is finished already.
  public func finish() throws(FrameStreamError) {
    try requireUnfinished()
    guard let open, hasFrames else { throw .unwritable(file: url.shownPath, reason: "it has no frames") }
    do {
      try open.movie.finish(at: end, cut: isCut)
    } catch {
      // Complete fragments stay.
      if open.movie.readableCount > 0 { try open.output.finish() }
      throw error
    }
    warnings = open.movie.warnings
    try open.output.finish()
    self.open = nil
    isFinished = true
    if open.movie.endsInFragments { joinFragments() }
  }

  /// A further frame would begin another movie in place of the finished one.
  private func requireUnfinished() throws(FrameStreamError) {
    guard isFinished else { return }
    throw .unwritable(file: url.shownPath, reason: "it is finished; further frames need a writer of another file")
  }

  /// The number of frames that can be read from the current file: none before it is finished, unless it is written in
  /// fragments.
  package var readableFrameCount: Int { open?.movie.readableCount ?? 0 }

  /// Rewrites a fragmented file as an ordinary one, which editors and older players support better.
  private func joinFragments() {
    do {
      var remuxer = MovieRemuxer(MovieCopy(url))
      remuxer.end = end
      warnings += try remuxer.write(to: url, overwriting: true)
    } catch {
      warnings.append("it stays in fragments, which players read too: \(error)")
    }
  }

  private func begin(with frame: Frame) throws(FrameStreamError) -> OpenMovie {
    turnsFrames = try frame.orientation == .up ? false : !Self.query(cffmpeg_holds_orientation, of: url)
    var settings = settings
    if turnsFrames { settings.pixelAspectRatio = settings.pixelAspectRatio.oriented(by: frame.orientation) }
    let output = try MovieOutput(url, overwriting: overwrites)
    let movie = try OpenMovie(
      descriptor: output.descriptor, url: url, settings: settings, copying: copy,
      first: turnsFrames ? frame.upright : frame)
    open = (output, movie)
    warnings = movie.warnings
    return movie
  }
}
