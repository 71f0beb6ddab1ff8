import FrameStream

/// Samples, piece by piece. Used by one thread at a time.
protocol SoundSource: Sendable {
  /// Rate and channels.
  var format: AudioFormat { get }
  /// The next samples, channel after channel for each moment, at least one of each; nil at the end.
  mutating func next() throws(FrameStreamError) -> [Float]?
}
