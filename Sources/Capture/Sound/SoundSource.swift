import FrameStream

/// Samples, buffer by buffer. Used by one thread at a time.
protocol SoundSource: Sendable {
  /// Rate and channels.
  var format: AudioFormat { get }
  /// The next samples, interleaved, at least one of each channel; nil at the end.
  mutating func next() throws(FrameStreamError) -> [Float]?
}
