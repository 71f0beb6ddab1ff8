import Dispatch
import FoundationEssentials
import FrameStream
import Imaging
import Synchronization

/// One file that frames are written to, on a thread of its own. May be shared by threads.
final class MovieRecording: Sendable {
  private struct State {
    /// Frames that wait to be written.
    var waiting = 0
    /// Whether the encoder was set up before the first frame.
    var isPrepared = false
    /// Buffers of sound that wait.
    var waitingSound = 0
    var frameCount = 0
    var dropped = 0
    var duplicates = 0
    var firstTime: MediaTime?
    /// Times of the last frames that were handed to the encoder, the newest last: those that cannot be read from the file yet,
    /// and the one before.
    var lastTimes: [MediaTime] = []
    var error: CaptureError?

    /// Counts a frame that was handed to the encoder.
    mutating func count(_ time: MediaTime, readable: Int) {
      frameCount += 1
      lastTimes.append(time)
      let needed = frameCount - readable + 1
      if lastTimes.count > needed { lastTimes.removeFirst(lastTimes.count - needed) }
    }

    /// Counts only frames that can be read from a file that ended too soon.
    mutating func retain(_ readable: Int) {
      lastTimes.removeLast(min(lastTimes.count, max(0, frameCount - readable)))
      frameCount = min(frameCount, readable)
      if frameCount == 0 { firstTime = nil }
    }
  }

  let url: URL
  let queue = DispatchQueue(label: "Capture.MovieRecording")
  private let state = Mutex(State())
  private let file: File
  private let limit: Int
  private let leavesOutDuplicates: Bool

  /// The writer with its timeline. Used on the queue of its recording.
  private final class File: @unchecked Sendable {
    let writer: MovieWriter
    var timeline: MovieTimeline
    var orientation: Orientation?
    let audioFormat: AudioFormat?
    /// Sound that came before the first frame was written.
    var earlySound: [AudioBuffer] = []
    /// The frame before, where duplicates are left out.
    var lastFrame: Frame?
    /// The time of the frame that was written last, in the movie.
    var lastTime: MediaTime?
    /// The end of the sound, in the movie's time.
    var soundEnd = MediaTime.zero

    init(_ writer: MovieWriter, _ timeline: MovieTimeline, _ audioFormat: AudioFormat?) {
      self.audioFormat = audioFormat
      self.writer = writer
      self.timeline = timeline
    }
  }

  /// - Parameters:
  ///   - limit: frames that may wait; more are dropped.
  ///   - interval: the duration of a frame, by which a gap is closed.
  ///   - hint: what frames will be; nil where nobody knows.
  ///   - leavesOutDuplicates: whether a frame that shows what the one before shows is left out.
  /// - Throws: ``CaptureError/frames(_:)`` if the file cannot be written.
  init(
    _ url: URL, settings: MovieSettings, overwriting: Bool, limit: Int, interval: MediaTime, hint: SourceFormatHint?,
    leavesOutDuplicates: Bool
  ) throws(CaptureError) {
    self.leavesOutDuplicates = leavesOutDuplicates
    self.url = url
    self.limit = limit
    // The writer would find out with the first frame.
    guard FileManager.default.fileExists(atPath: url.deletingLastPathComponent().path) else {
      throw .frames(.unwritable(file: url.path, reason: "its folder does not exist; make it first"))
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
        settings.audioFormat)
    } catch { throw .frames(error) }
    guard let hint else { return }
    queue.async { [self] in
      // What is wrong with the settings is told with the first frame.
      guard (try? file.writer.prepare(for: hint)) != nil else { return }
      state.withLock { $0.isPrepared = true }
    }
  }

  /// Takes a frame, or drops it where too many wait.
  ///
  /// - Parameter closesGap: whether it follows the frame before at once, whatever time has passed.
  /// - Returns: false if it was dropped.
  func append(_ frame: Frame, closingGap closesGap: Bool) -> Bool {
    let isTaken = state.withLock { state in
      guard state.error == nil else { return false }
      guard state.waiting < limit else {
        state.dropped += 1
        return false
      }
      state.waiting += 1
      if state.firstTime == nil { state.firstTime = frame.time }
      return true
    }
    guard isTaken else { return false }
    queue.async { [self] in
      write(frame, closesGap)
      state.withLock { $0.waiting -= 1 }
    }
    return true
  }

  /// Whether there is sound in it.
  var hasSound: Bool { file.audioFormat != nil }

  /// Takes sound. It is cut where the frames begin.
  func append(_ buffer: AudioBuffer) {
    let isTaken = state.withLock { state in
      guard state.error == nil, state.waitingSound < Self.mostSound else { return false }
      state.waitingSound += 1
      return true
    }
    guard isTaken else { return }
    queue.async { [self] in
      state.withLock { $0.waitingSound -= 1 }
      do throws(FrameStreamError) { try write(buffer) } catch {
        state.withLock { $0.error = $0.error ?? .frames(error) }
      }
    }
  }

  /// Buffers that wait to be written, and for the first frame, at most: seconds of them.
  private static let (mostSound, mostEarlySound) = (2000, 500)
  /// How long sound may be late before silence is put in its place: a movie in fragments waits for it.
  private static let soundPatience = MediaTime(value: 1, timescale: 1)

  private func write(_ buffer: AudioBuffer) throws(FrameStreamError) {
    guard buffer.format == file.audioFormat else { return }
    guard let start = file.timeline.soundTime(of: buffer.time) else {
      file.earlySound.append(buffer)
      if file.earlySound.count > Self.mostEarlySound { file.earlySound.removeFirst() }
      return
    }
    var (buffer, time) = (buffer, start.converted(toTimescale: buffer.format.sampleRate))
    if time.value < 0 {
      guard -time.value < buffer.frameCount else { return }
      buffer.samples.removeFirst(Int(-time.value) * buffer.format.channelCount)
      time.value = 0
    }
    buffer.time = time
    try file.writer.write(buffer)
    file.soundEnd = max(file.soundEnd, time + buffer.duration)
  }

  /// Writes the sound that waited for the first frame, and silence where sound does not come.
  private func writeSound(beside time: MediaTime) throws(FrameStreamError) {
    guard let format = file.audioFormat else { return }
    let early = file.earlySound
    file.earlySound = []
    for buffer in early { try write(buffer) }
    guard time - file.soundEnd > Self.soundPatience else { return }
    let start = file.soundEnd.converted(toTimescale: format.sampleRate)
    let count = (time - Self.soundPatience - start).converted(toTimescale: format.sampleRate).value
    guard count > 0 else { return }
    // The writer fills what lies between the first and the last of it, so that an hour's pause takes no memory.
    let length = min(count, Int64(format.sampleRate))
    let silence = [Float](repeating: 0, count: Int(length) * format.channelCount)
    for offset in [0, count - length] {
      let time = start + MediaTime(value: offset, timescale: format.sampleRate)
      try file.writer.write(AudioBuffer(format: format, samples: silence, time: time))
    }
    file.soundEnd = start + MediaTime(value: count, timescale: format.sampleRate)
  }

  private func write(_ frame: Frame, _ closesGap: Bool) {
    guard state.withLock({ $0.error == nil }) else { return }
    if leavesOutDuplicates {
      defer { file.lastFrame = frame }
      // The one before is shown on.
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
      try writeSound(beside: frame.time)
      let readable = file.writer.readableFrameCount
      state.withLock { $0.count(time, readable: readable) }
    } catch {
      state.withLock { $0.error = .frames(error) }
    }
  }

  /// Whether the encoder was set up before the first frame.
  var isPrepared: Bool { state.withLock(\.isPrepared) }

  /// The error that ended it; nil while all is well.
  var error: CaptureError? { state.withLock(\.error) }

  /// Whether a frame is that late after the first.
  func isLong(_ duration: MediaTime, at time: MediaTime) -> Bool {
    state.withLock { $0.firstTime.map { time - $0 >= duration } ?? false }
  }

  /// Writes what waits, and ends the file.
  ///
  /// - Parameters:
  ///   - duration: how long the last frame is shown; nil where nobody says.
  ///   - finished: called on another thread when the file is there, or will never be.
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
