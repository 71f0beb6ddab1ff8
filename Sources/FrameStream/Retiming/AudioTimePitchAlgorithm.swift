import CFFmpeg

/// What becomes of the pitch of sound that is heard slower or faster (AVFoundation's `AVAudioTimePitchAlgorithm`).
public enum AudioTimePitchAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// The pitch is kept, at the quality of an export: Rubber Band's finer engine, which looks at all of a part before it
  /// stretches it.
  case spectral
  /// The pitch goes down and up with the rate, as that of a tape.
  case varispeed

  var code: cffmpeg_pitch {
    switch self {
    case .spectral: CFFMPEG_PITCH_KEPT
    case .varispeed: CFFMPEG_PITCH_VARIED
    }
  }
}
