import FrameStream
import Imaging

/// What a device gives at a moment: a frame, or the word that one was lost.
public enum CaptureSample: Sendable {
  /// A frame, with its time on the session's clock. Planes of Y'CbCr stay as they are until somebody asks for pixels.
  case frame(Frame)
  /// Frames that did not come.
  case dropped(DroppedVideoFrame)
  /// Sound, with its time on the session's clock.
  case audio(AudioBuffer)
}
