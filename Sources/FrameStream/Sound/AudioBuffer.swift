import Imaging

/// Samples of sound with the time of the first (AVFoundation's `AVAudioPCMBuffer`). A value.
public struct AudioBuffer: Sendable, Hashable {
  /// Rate and channels.
  public var format: AudioFormat
  /// The samples, of -1...1, interleaved.
  public var samples: [Float]
  /// The time of the first sample.
  public var time: MediaTime

  /// Creates a buffer.
  ///
  /// - Precondition: there are equally many samples of each channel.
  public init(format: AudioFormat, samples: [Float], time: MediaTime) {
    precondition(samples.count % format.channelCount == 0, "each channel has as many samples")
    self.format = format
    self.samples = samples
    self.time = time
  }

  /// The samples of a channel.
  public var frameCount: Int { samples.count / format.channelCount }
  /// The duration of the buffer.
  public var duration: MediaTime { MediaTime(value: Int64(frameCount), timescale: format.sampleRate) }
}
