import FrameStream
import Imaging

/// Writes the sound of a recorded movie: it begins with the first frame, and gaps are filled with silence. A value.
struct MovieSoundTrack {
  let format: AudioFormat
  /// Sound that came before the first frame was written.
  private var early: [AudioBuffer] = []
  /// The end of the sound written so far, in the movie's time.
  private var end = MediaTime.zero

  /// Maximum number of buffers that wait for the first frame: some seconds of sound.
  private static let mostEarly = 500
  /// The delay of sound after which silence is written in its place: a movie in fragments waits for its sound.
  private static let patience = MediaTime(value: 1, timescale: 1)

  init(format: AudioFormat) { self.format = format }

  /// Writes a buffer, or keeps it until the first frame gives the timeline its beginning. Sound of another format is
  /// ignored.
  mutating func write(
    _ buffer: AudioBuffer, on timeline: MovieTimeline, to writer: MovieWriter
  ) throws(FrameStreamError) {
    guard buffer.format == format else { return }
    guard let start = timeline.soundTime(of: buffer.time) else {
      early.append(buffer)
      if early.count > Self.mostEarly { early.removeFirst() }
      return
    }
    var (buffer, time) = (buffer, start.converted(toTimescale: format.sampleRate))
    if time.value < 0 {
      guard -time.value < buffer.frameCount else { return }
      buffer.samples.removeFirst(Int(-time.value) * format.channelCount)
      time.value = 0
    }
    buffer.time = time
    try writer.write(buffer)
    end = max(end, time + buffer.duration)
  }

  /// Writes the sound that waited for the first frame, and silence if the sound is too late.
  ///
  /// - Parameter time: the time of the frame that was written last, in the movie.
  mutating func catchUp(
    with time: MediaTime, on timeline: MovieTimeline, to writer: MovieWriter
  ) throws(FrameStreamError) {
    let waiting = early
    early = []
    for buffer in waiting { try write(buffer, on: timeline, to: writer) }
    guard time - end > Self.patience else { return }
    let start = end.converted(toTimescale: format.sampleRate)
    let count = (time - Self.patience - start).converted(toTimescale: format.sampleRate).value
    guard count > 0 else { return }
    // Only the first and the last second of the silence are written. The writer fills the time between them, so that a
    // pause of an hour takes no memory.
    let length = min(count, Int64(format.sampleRate))
    let silence = [Float](repeating: 0, count: Int(length) * format.channelCount)
    for offset in [0, count - length] {
      let time = start + MediaTime(value: offset, timescale: format.sampleRate)
      try writer.write(AudioBuffer(format: format, samples: silence, time: time))
    }
    end = start + MediaTime(value: count, timescale: format.sampleRate)
  }
}
