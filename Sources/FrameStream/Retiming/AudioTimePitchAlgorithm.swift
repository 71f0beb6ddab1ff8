import CFFmpeg

/// The treatment of the pitch of sound that is played slower or faster (AVFoundation's `AVAudioTimePitchAlgorithm`).
public enum AudioTimePitchAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// The pitch is kept, at the quality of an export: Rubber Band's finer engine, which looks at all of a part before it
  /// stretches it.
  case spectral
  /// The pitch is kept at modest quality in half the time, as is good enough for speech and for playing at once:
  /// Rubber Band's faster engine. (AVFoundation's algorithm of that name works on the sound's waves; this one, as
  /// ``spectral``, on their spectrum.)
  case timeDomain = "time-domain"
  /// The pitch goes down and up with the rate, as that of a tape.
  case varispeed

  var code: cffmpeg_pitch {
    switch self {
    case .spectral: CFFMPEG_PITCH_KEPT
    case .timeDomain: CFFMPEG_PITCH_KEPT_CHEAPLY
    case .varispeed: CFFMPEG_PITCH_VARIED
    }
  }
}
