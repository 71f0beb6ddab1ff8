/// Samples a second and channels of sound. A value.
public struct AudioFormat: Sendable, Hashable {
  /// Samples of a channel a second.
  public var sampleRate: Int32
  /// Channels, 1...8.
  public var channelCount: Int

  /// Creates a format.
  ///
  /// - Precondition: the rate is above 0, and there are 1 to 8 channels.
  public init(sampleRate: Int32, channelCount: Int) {
    precondition(sampleRate > 0 && (1...8).contains(channelCount), "sound has a rate and 1 to 8 channels")
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }
}
