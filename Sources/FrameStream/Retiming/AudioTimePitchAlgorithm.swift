import CFFmpeg

/// The treatment of the pitch of sound played slower or faster (AVFoundation's `AVAudioTimePitchAlgorithm`).
public enum AudioTimePitchAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// The pitch is kept, at export quality: Rubber Band's finer engine, which analyses a whole part before it stretches
  /// it.
  case spectral
  /// The pitch is kept at modest quality in half the time, which is enough for speech and live playback: Rubber Band's
  /// faster engine. (AVFoundation's algorithm of that name works in the time domain; this one, as ``spectral``, in the
  /// frequency domain.)
  case timeDomain = "time-domain"
  /// The pitch varies with the rate, as with a tape.
  case varispeed

  var code: cffmpeg_pitch {
    switch self {
    case .spectral: CFFMPEG_PITCH_KEPT
    case .timeDomain: CFFMPEG_PITCH_KEPT_FAST
    case .varispeed: CFFMPEG_PITCH_VARIED
    }
  }
}
