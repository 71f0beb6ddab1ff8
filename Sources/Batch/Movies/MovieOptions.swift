import MatteKit

/// The options by which movies are processed. A value.
public struct MovieOptions: Sendable, Hashable {
  /// The quality of mattes.
  public var matteQuality = MatteQuality.balanced
  /// The weights of the network that makes the mattes.
  public var weights = ModelWeights.default
  /// The first moment of the source; nil for its beginning. It becomes time 0 of the result.
  public var start: MediaTime?
  /// The end of the source, exclusive; nil for its end.
  public var end: MediaTime?
  /// The size into which upright frames are scaled down, with their aspect ratio; nil leaves them as they are. Faces and
  /// codes are searched for before that, so they are the same for every size.
  public var fittingSize: PixelSize?
  /// The codec of the pictures.
  public var codec = VideoCodec.automatic
  /// x264's constant rate factor, `0...51`, or its equivalent; 0 is ``isLossless``, nil the writer's default.
  public var rateFactor: Int?
  /// Whether coding loses nothing.
  public var isLossless = false
  /// Whether a movie without drawing on its frames is copied packet by packet (remuxed) instead of being coded again.
  /// Only a whole movie of its own size is copied. One that cannot be, because its edit list hides pictures, is coded
  /// again with a warning.
  public var copiesUnchanged = false
  /// The policy for the movie's metadata.
  public var metadata = MetadataPolicy.keep
  /// Whether a movie without people is an error, ``ProcessingError/noPersonFound(input:)``.
  public var requiresPerson = false

  /// The defaults: mattes of balanced quality, all of the movie in its own size.
  public init() {}

  /// Everything that affects results, as words that stay the same from version to version.
  var words: [String] {
    func word(_ time: MediaTime?) -> String { time.map { "\($0.value)/\($0.timescale)" } ?? "-" }
    return [
      matteQuality.rawValue, weights.rawValue, word(start), word(end), fittingSize.map { "\($0)" } ?? "-",
      codec.rawValue,
      rateFactor.map { "\($0)" } ?? "-", "\(isLossless)", "\(copiesUnchanged)", metadata.rawValue, "\(requiresPerson)",
    ]
  }
}
