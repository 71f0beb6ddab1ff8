import FrameStream
import Imaging

/// A recording that has ended, and waits for sound that was recorded before the first frame of the next recording. A
/// value.
struct EndingRecording {
  let recording: MovieRecording
  /// The time of the other's first frame; nil before that arrives.
  private var end: MediaTime?

  /// The maximum delay of sound.
  private static let patience = MediaTime(value: 1, timescale: 1)

  init(recording: MovieRecording) { self.recording = recording }

  /// Takes the part of the sound that belongs to the recording.
  ///
  /// - Returns: whether it has all of it.
  func append(_ buffer: AudioBuffer) -> Bool {
    guard let end else {
      recording.append(buffer)
      return false
    }
    guard buffer.time < end else { return true }
    let count = (end - buffer.time).converted(toTimescale: buffer.format.sampleRate).value
    guard count < buffer.frameCount else {
      recording.append(buffer)
      return count == buffer.frameCount
    }
    var part = buffer
    part.samples.removeLast((buffer.frameCount - Int(count)) * buffer.format.channelCount)
    if count > 0 { recording.append(part) }
    return true
  }

  /// Notes the time of a frame of the recording that follows.
  ///
  /// - Returns: whether the wait for sound is over.
  mutating func noteFollowingFrame(at time: MediaTime) -> Bool {
    guard let end else {
      end = time
      return false
    }
    return time - end > Self.patience
  }
}
