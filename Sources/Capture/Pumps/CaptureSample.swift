import FrameStream
import Imaging

/// A sample of a device: a frame, a report of lost frames, or sound.
public enum CaptureSample: Sendable {
  /// A frame, with its time on the session's clock. Y'CbCr planes are converted only when the frame's pixels are used.
  case frame(Frame)
  /// Frames that were lost.
  case dropped(DroppedFrame)
  /// Sound, with its time on the session's clock.
  case audio(AudioBuffer)
}
