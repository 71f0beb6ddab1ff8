import Dispatch
import FoundationEssentials
import FrameStream
import Imaging
import Synchronization

/// Writes the frames and the sound of a session to movies (AVFoundation's `AVCaptureMovieFileOutput`). May be shared by
/// threads.
///
/// ```swift
/// let movie = MovieFileOutput()
/// try await session.add(movie)
/// try await session.startRunning()
/// try movie.startRecording(to: url)
/// ...
/// let recorded = await movie.stopRecording()
/// ```
/// - The first frame after the start is the first of the file, and has time zero. Frames that come while the encoder is
///   being set up wait.
/// - The file exists after the first half second. After a crash or on a full disk it can be read except for at most the
///   last second (`MovieSettings.movieFragmentInterval`). A crash within the first half second leaves no file.
/// - Files are MP4, QuickTime, Matroska or WebM. AVI and others are refused: an AVI could not be read after a crash,
///   and its frame rate is constant, which a camera's is not.
/// - The movie has the orientation of its first frame as metadata.
public final class MovieFileOutput: CaptureOutput, HeldFrameOutput {
  /// An event of a recording.
  public enum Event: Sendable {
    /// A recording has begun. Its first frame is the next one.
    case didStartRecording(URL)
    /// A file is finished, or recording has failed.
    case didFinishRecording(CapturedMovie)
  }

  public var mediaTypes: [CaptureMediaType] { [.video, .audio] }

  /// The duration after which a recording ends by itself; nil for no limit.
  public var maxRecordedDuration: MediaTime? {
    get { state.withLock(\.maxRecordedDuration) }
    set { state.withLock { $0.maxRecordedDuration = newValue } }
  }

  /// Whether recordings that begin from now on drop frames with the same pixels as the one before, as of a static
  /// screen; that frame is shown for longer. False at first.
  public var leavesOutDuplicateFrames: Bool {
    get { state.withLock(\.leavesOutDuplicates) }
    set { state.withLock { $0.leavesOutDuplicates = newValue } }
  }

  /// Whether the encoder of the recording was set up before its first frame.
  var isPrepared: Bool { state.withLock { $0.recording?.isPrepared ?? false } }
  /// The queue on which frames of the recording are coded. Tests block it.
  var recordingQueue: DispatchQueue? { state.withLock { $0.recording?.queue } }

  /// The format of the frames of the connected camera; nil if there is none.
  private var hint: SourceFormatHint? {
    state.withLock { state in
      state.connections.first { $0.inputPort.mediaType == .video }.map {
        SourceFormatHint(size: $0.inputPort.device.activeFormat.dimensions, orientation: $0.frameOrientation)
      }
    }
  }

  private struct State {
    var connections: [CaptureConnection] = []
    var recording: MovieRecording?
    /// The previous file, until its sound is complete.
    var ending: EndingRecording?
    var isPaused = false
    /// Whether the next frame follows the last one at once.
    var closesGap = false
    var maxRecordedDuration: MediaTime?
    var leavesOutDuplicates = false
    var continuations: [ObjectIdentifier: CheckedContinuation<CapturedMovie, Never>] = [:]

    /// Removes and returns the previous file.
    mutating func takeEnding() -> MovieRecording? {
      defer { ending = nil }
      return ending?.recording
    }
  }

  private let state = Mutex(State())
  private let broadcaster = Broadcaster<Event>()
  private let limit: Int

  /// - Parameter bufferCount: maximum number of frames that wait for the encoder, at least 1. Further ones are dropped
  ///   and counted. Frames that the session held back while another device opened wait in addition.
  public init(bufferCount: Int = 60) { limit = max(1, bufferCount) }

  deinit { broadcaster.finish() }

  /// Events of recordings from now on. Each caller has a sequence of its own.
  public var events: AsyncStream<Event> { broadcaster.stream() }

  /// Whether frames are written, or would be if recording were not paused.
  public var isRecording: Bool { state.withLock { $0.recording != nil } }

  /// Whether recording is paused.
  public var isRecordingPaused: Bool { state.withLock { $0.recording != nil && $0.isPaused } }

  /// Settings for the connected camera: its rate, the usual codec for the kind of file, and fragments, so that a crash
  /// loses at most a second. The quality is constant. The bit rate is limited to twice
  /// `MovieSettings.recommendedBitRate(for:frameRate:codec:)`, about that of phones, in case the picture is noisy.
  public var recommendedMovieSettings: MovieSettings {
    let size = hint.map(\.size)
    let bitRate = size.flatMap { MovieSettings.recommendedBitRate(for: $0, frameRate: 1 / interval.seconds) }
    return MovieSettings(
      maximumBitRate: bitRate.map { 2 * $0 }, content: isOpaque ? .color : .colorWithAlpha,
      pixelAspectRatio: camera?.pixelAspectRatio ?? .square, nominalFrameRate: 1 / interval.seconds,
      timescale: MovieTimeline.timescale,
      movieFragmentInterval: MediaTime(value: 1, timescale: 1),
      audioFormat: state.withLock { $0.connections.first { $0.inputPort.mediaType == .audio } }?
        .inputPort.device.activeFormat.audioFormat)
  }

  private var isOpaque: Bool {
    state.withLock { state in state.connections.allSatisfy(\.isOpaque) }
  }

  /// The camera that is connected.
  private var camera: CaptureDevice? {
    state.withLock { $0.connections.first { $0.inputPort.mediaType == .video } }?.inputPort.device
  }

  private var interval: MediaTime { camera?.activeVideoMinFrameDuration ?? MediaTime(value: 1, timescale: 30) }

  /// Begins a file with the next frame. A recording in progress ends with the frame before: no frame is in both files,
  /// and none is lost between them.
  ///
  /// - Parameters:
  ///   - url: the file; its extension determines the container.
  ///   - settings: the coding of the movie; nil for ``recommendedMovieSettings``. Times are in units of 1/720000 s.
  ///   - overwriting: whether an existing file may be replaced, which happens at the end of the recording.
  /// - Throws: ``CaptureError/frames(_:)`` if the file cannot be written or is of a kind that is not supported,
  ///   ``CaptureError/unsupported(what:reason:)`` if no camera is connected.
  public func startRecording(
    to url: URL, settings: MovieSettings? = nil, overwriting: Bool = false
  ) throws(CaptureError) {
    guard state.withLock({ $0.connections.contains { $0.inputPort.mediaType == .video } }) else {
      throw .unsupported(what: url.path, reason: "no camera is connected to the output; add both to a session first")
    }
    var settings = settings ?? recommendedMovieSettings
    settings.timescale = MovieTimeline.timescale
    let recording = try MovieRecording(
      url, settings: settings, overwriting: overwriting, limit: limit, interval: interval, hint: hint,
      leavesOutDuplicates: leavesOutDuplicateFrames)
    let finished = state.withLock { state -> [MovieRecording] in
      var finished = [state.takeEnding()].compactMap(\.self)
      // Sound arrives later than its frames: the sound before the new file's first frame is still to come.
      if let earlier = state.recording {
        if earlier.hasSound, !state.isPaused {
          state.ending = EndingRecording(recording: earlier)
        } else {
          finished.append(earlier)
        }
      }
      (state.recording, state.isPaused, state.closesGap) = (recording, false, false)
      return finished
    }
    for recording in finished { finish(recording) }
    broadcaster.send(.didStartRecording(url))
  }

  /// Ends the file with the last frame that came, and returns when it is complete.
  ///
  /// - Returns: the movie, with the error if one ended it; nil if nothing was being recorded.
  @discardableResult
  public func stopRecording() async -> CapturedMovie? {
    guard let recording = takeRecording() else { return nil }
    return await withCheckedContinuation { continuation in
      state.withLock { $0.continuations[ObjectIdentifier(recording)] = continuation }
      finish(recording)
    }
  }

  /// Pauses the recording: frames are dropped until ``resumeRecording(leavingGap:)``.
  public func pauseRecording() { state.withLock { $0.isPaused = true } }

  /// Resumes the recording.
  ///
  /// - Parameter leavesGap: whether the last frame before the pause is shown for the duration of the pause. Otherwise
  ///   the next frame follows it after the duration of a frame.
  public func resumeRecording(leavingGap leavesGap: Bool = false) {
    state.withLock { state in
      guard state.isPaused else { return }
      state.isPaused = false
      if !leavesGap { state.closesGap = true }
    }
  }

  /// At least 24 frames a second, because movies with fewer are jerky; none for the preset
  /// ``CaptureSessionPreset/photo``, for which size counts more.
  public func formatRequirements(for preset: CaptureSessionPreset) -> FormatRequirements {
    FormatRequirements(minimumFrameRate: preset == .photo ? nil : 24)
  }

  public func receive(_ sample: CaptureSample, from connection: CaptureConnection) {
    switch sample {
    case .audio(let buffer): receive(buffer)
    case .frame(let frame): receive(frame)
    case .dropped: break
    }
  }

  private func receive(_ buffer: AudioBuffer) {
    let ended = state.withLock { state -> MovieRecording? in
      // After a pause the next frame gives the time at which the file continues.
      if !state.isPaused, !state.closesGap { state.recording?.append(buffer) }
      guard let isWhole = state.ending?.append(buffer), isWhole else { return nil }
      return state.takeEnding()
    }
    if let ended { finish(ended) }
  }

  private func receive(_ frame: Frame) {
    let earlier = state.withLock { state in
      state.ending?.noteFollowingFrame(at: frame.time) == true ? state.takeEnding() : nil
    }
    if let earlier { finish(earlier) }
    let ended = state.withLock { state -> MovieRecording? in
      guard let recording = state.recording, !state.isPaused else { return nil }
      let isLong = state.maxRecordedDuration.map { recording.isLong($0, at: frame.time) } ?? false
      if isLong || recording.error != nil {
        state.recording = nil
        return recording
      }
      if recording.append(frame, closingGap: state.closesGap) { state.closesGap = false }
      return nil
    }
    if let ended { finish(ended) }
  }

  func expect(heldFrames count: Int) {
    state.withLock { $0.isPaused ? nil : $0.recording }?.expect(heldFrames: count)
  }

  public func connectionsDidChange(_ connections: [CaptureConnection]) {
    state.withLock { $0.connections = connections }
  }

  public func didLeaveSession() {
    if let recording = takeRecording() { finish(recording) }
  }

  private func takeRecording() -> MovieRecording? {
    let (recording, ending) = state.withLock { state in
      defer { (state.recording, state.isPaused) = (nil, false) }
      return (state.recording, state.takeEnding())
    }
    if let ending { finish(ending) }
    return recording
  }

  private func finish(_ recording: MovieRecording) {
    let key = ObjectIdentifier(recording)
    recording.finish(showingLastFrameFor: camera?.driver.lastFrameDuration) { [self] movie in
      let continuation = state.withLock { $0.continuations.removeValue(forKey: key) }
      broadcaster.send(.didFinishRecording(movie))
      continuation?.resume(returning: movie)
    }
  }
}
