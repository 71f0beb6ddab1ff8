import Dispatch
import FoundationEssentials
import FrameStream
import Imaging
import Synchronization

/// Writes frames and sound to one file, on a thread of its own. May be shared by threads.
final class MovieRecording: Sendable {
  private struct State {
    /// Frames that wait to be written.
    var waiting: WaitingFrames
    /// Whether the encoder was set up before the first frame.
    var isPrepared = false
    /// Sound buffers that wait to be written.
    var waitingSound = 0
    var frameCount = 0
    var dropped = 0
    var duplicates = 0
    var firstTime: MediaTime?
    /// Times of the last frames that were given to the encoder, the newest last: those that cannot be read from the
    /// file yet, and the one before them.
    var lastTimes: [MediaTime] = []
    var error: CaptureError?

    /// Counts a frame that was given to the encoder.
    mutating func count(_ time: MediaTime, readable: Int) {
      frameCount += 1
      lastTimes.append(time)
      let needed = frameCount - readable + 1
      if lastTimes.count > needed { lastTimes.removeFirst(lastTimes.count - needed) }
    }

    /// Reduces the count to the frames that can be read, after the file ended too soon.
    mutating func retain(_ readable: Int) {
      lastTimes.removeLast(min(lastTimes.count, max(0, frameCount - readable)))
      frameCount = min(frameCount, readable)
      if frameCount == 0 { firstTime = nil }
    }
  }

  let url: URL
  let queue = DispatchQueue(label: "Capture.MovieRecording")
  private let state: Mutex<State>
  private let file: File
  private let leavesOutDuplicates: Bool
  /// Whether the movie has sound.
  let hasSound: Bool
  /// Maximum number of sound buffers that wait to be written.
  private static let mostSound = 2000

  /// The writer with its timeline. Used on the queue of its recording.
  private final class File: @unchecked Sendable {
    let writer: MovieWriter
    var timeline: MovieTimeline
    var orientation: Orientation?
    /// The movie's sound; nil if it has none.
    var sound: MovieSoundTrack?
    /// The frame before, if duplicates are left out.
    var lastFrame: Frame?
    /// The time of the frame that was written last, in the movie.
    var lastTime: MediaTime?

    init(_ writer: MovieWriter, _ timeline: MovieTimeline, _ sound: MovieSoundTrack?) {
      self.writer = writer
      self.timeline = timeline
      self.sound = sound
    }
  }

  /// - Parameters:
  ///   - limit: maximum number of frames that wait to be written; more are dropped.
  ///   - interval: the duration of a frame, by which a gap is closed.
  ///   - hint: the size and format of frames; nil if they are not known.
  ///   - leavesOutDuplicates: whether a frame with the same pixels as the one before is dropped.
  /// - Throws: ``CaptureError/frames(_:)`` if the file cannot be written.
  init(
    _ url: URL, settings: MovieSettings, overwriting: Bool, limit: Int, interval: MediaTime, hint: SourceFormatHint?,
    leavesOutDuplicates: Bool
  ) throws(CaptureError) {
    self.leavesOutDuplicates = leavesOutDuplicates
    self.url = url
    state = Mutex(State(waiting: WaitingFrames(limit: limit)))
    // The writer would notice a missing folder only with the first frame.
    guard FileManager.default.fileExists(atPath: url.deletingLastPathComponent().path) else {
      throw .frames(.unwritable(file: url.path, reason: "its folder does not exist; create it first"))
    }
    do throws(FrameStreamError) {
      guard try MovieWriter.holdsFragments(url) else {
        throw .unsupported(
          file: url.path,
          reason:
            "a camera is recorded as .mp4, .mov, .mkv or .webm: other kinds of file lose all of it in a crash, and AVI "
            + "has no times of frames; convert the movie afterwards")
      }
      file = File(
        try MovieWriter(url: url, settings: settings, overwriting: overwriting), MovieTimeline(interval: interval),
        settings.audioFormat.map { MovieSoundTrack(format: $0) })
    } catch { throw .frames(error) }
    hasSound = settings.audioFormat != nil
    guard let hint else { return }
    queue.async { [self] in
      // Faults of the settings are reported with the first frame.
      guard (try? file.writer.prepare(for: hint)) != nil else { return }
      state.withLock { $0.isPrepared = true }
    }
  }

  /// Lets held frames, which come at once, wait in addition to others.
  func expect(heldFrames count: Int) { state.withLock { $0.waiting.expect(heldFrames: count) } }

  /// Queues a frame to be written, or drops it if too many wait.
  ///
  /// - Parameter closesGap: whether the frame follows the one before without a gap, however much time has passed.
  /// - Returns: false if the frame was dropped.
  func append(_ frame: Frame, closingGap closesGap: Bool) -> Bool {
    let isTaken = state.withLock { state in
      guard state.error == nil else { return false }
      guard state.waiting.add() else {
        state.dropped += 1
        return false
      }
      if state.firstTime == nil { state.firstTime = frame.time }
      return true
    }
    guard isTaken else { return false }
    queue.async { [self] in
      write(frame, closingGap: closesGap)
      state.withLock { $0.waiting.remove() }
    }
    return true
  }

  /// Queues sound to be written. It is cut to begin with the first frame.
  func append(_ buffer: AudioBuffer) {
    let isTaken = state.withLock { state in
      guard state.error == nil, state.waitingSound < Self.mostSound else { return false }
      state.waitingSound += 1
      return true
    }
    guard isTaken else { return }
    queue.async { [self] in
      state.withLock { $0.waitingSound -= 1 }
      do throws(FrameStreamError) { try file.sound?.write(buffer, on: file.timeline, to: file.writer) } catch {
        state.withLock { $0.error = $0.error ?? .frames(error) }
      }
    }
  }

  private func write(_ frame: Frame, closingGap closesGap: Bool) {
    guard state.withLock({ $0.error == nil }) else { return }
    if leavesOutDuplicates {
      defer { file.lastFrame = frame }
      // A duplicate is not written: the frame before it is shown for longer.
      if let last = file.lastFrame, last.pixels == frame.pixels, !closesGap {
        state.withLock { $0.duplicates += 1 }
        return
      }
    }
    var frame = frame
    let time = frame.time
    // A movie has one orientation, that of its first frame.
    let orientation = file.orientation ?? frame.orientation
    file.orientation = orientation
    frame.orientation = orientation
    frame.time = file.timeline.time(of: frame.time, closingGap: closesGap)
    do throws(FrameStreamError) {
      try file.writer.write(frame)
      file.lastTime = frame.time
      try file.sound?.catchUp(with: frame.time, on: file.timeline, to: file.writer)
      let readable = file.writer.readableFrameCount
      state.withLock { $0.count(time, readable: readable) }
    } catch {
      state.withLock { $0.error = .frames(error) }
    }
  }

  /// Whether the encoder was set up before the first frame.
  var isPrepared: Bool { state.withLock(\.isPrepared) }

  /// The error that ended the recording; nil if there was none.
  var error: CaptureError? { state.withLock(\.error) }

  /// Whether a frame at a time is at least a duration later than the first.
  func isLong(_ duration: MediaTime, at time: MediaTime) -> Bool {
    state.withLock { $0.firstTime.map { time - $0 >= duration } ?? false }
  }

  /// Writes the frames and the sound that wait, and ends the file.
  ///
  /// - Parameters:
  ///   - duration: the duration of the last frame; nil if it is not known.
  ///   - finished: called on another thread when the file is complete or has failed.
  func finish(showingLastFrameFor duration: MediaTime?, _ finished: @escaping @Sendable (CapturedMovie) -> Void) {
    queue.async { [self] in
      if let duration, let last = file.lastTime { file.writer.endSession(atSourceTime: last + duration) }
      do throws(FrameStreamError) { try file.writer.finish() } catch {
        state.withLock { state in
          state.error = state.error ?? .frames(error)
          state.retain(file.writer.readableFrameCount)
        }
      }
      finished(
        state.withLock { state in
          CapturedMovie(
            url: url, frameCount: state.frameCount, droppedFrameCount: state.dropped,
            duplicateFrameCount: state.duplicates, firstTime: state.firstTime,
            lastTime: state.lastTimes.last, error: state.error)
        })
    }
  }
}
