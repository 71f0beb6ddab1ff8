import MatteKit

/// The options by which photos are processed and coded. A value.
public struct ProcessingOptions: Sendable, Hashable {
  /// The destination of the mattes.
  public var mattes = MatteDestination.embed
  /// Whether the file carries the mattes, if its format supports them.
  public var embedsMattes: Bool {
    get { mattes == .embed }
    set { mattes = newValue ? .embed : .none }
  }
  /// The source of the mattes that effects use.
  public var matteSource = MatteSource.auto
  /// Which faces are searched for.
  public var faces = FaceSearch()
  /// Faces that the caller knows, as fractions of the upright picture, in addition to those that are found.
  public var knownFaces: [NormalizedRect] = []
  /// The quality of mattes.
  public var matteQuality = MatteQuality.balanced
  /// The weights of the network that makes the mattes.
  public var weights = ModelWeights.default
  /// Quality of the coding, 0 to 1; nil for the default of the format: 0.6 for HEIC, 0.8 for AVIF, 0.85 for JPEG.
  public var quality: Double?
  /// Speed of coding HEIC, AVIF, WebP and JPEG XL, 0 (slowest, smallest files) to 10; nil for a fast one.
  public var speed: Int?
  /// Bits of a component in HEIC and AVIF: 8, 10 or 12; nil for 10 if the input has more than 8, else 8.
  public var bitDepth: Int?
  /// The policy for the photo's metadata.
  public var metadata = MetadataPolicy.keep
  /// Whether data of unknown use are kept when something is hidden or metadata are removed, although they cannot be
  /// searched for it; otherwise a photo with such data is an error.
  public var keepsUnknown = false
  /// Whether a photo without people is an error, ``ProcessingError/noPersonFound(input:)``.
  public var requiresPerson = false
  /// Whether a damaged photo is read as far as possible, with a warning, rather than refused
  /// (`ReadingOptions/allowsIncomplete`).
  public var allowsIncomplete = false
  /// Whether a photo with a gain map is processed and written as its picture of high dynamic range
  /// (`Photo/expandedToHDR()`); otherwise the picture of standard range is processed, and the map is recomputed.
  public var expandsToHDR = false

  /// The defaults: mattes of balanced quality in the file, and all metadata.
  public init() {}

  /// The same options with the weights and the quality of networks.
  func with(_ networks: PhotoNetworks) -> ProcessingOptions {
    var options = self
    options.weights = networks.weights
    options.matteQuality = networks.quality
    return options
  }

  /// Movies with the same mattes and metadata.
  var movies: MovieOptions {
    var movies = MovieOptions()
    movies.matteQuality = matteQuality
    movies.weights = weights
    movies.metadata = metadata
    movies.requiresPerson = requiresPerson
    return movies
  }

  func encoding(as format: PhotoFormat) -> EncodingOptions {
    var options = EncodingOptions.default(for: format)
    options.quality = quality ?? options.quality
    options.speed = speed
    options.bitDepth = bitDepth
    return options
  }

  /// Everything that affects results, as words that stay the same from version to version.
  var words: [String] {
    [
      mattes.rawValue, matteQuality.rawValue, weights.rawValue, quality.map { "\($0)" } ?? "-",
      speed.map { "\($0)" } ?? "-", bitDepth.map { "\($0)" } ?? "-", metadata.rawValue, "\(requiresPerson)",
      "\(keepsUnknown)",
    ] + (allowsIncomplete ? ["incomplete"] : []) + (expandsToHDR ? ["expanded"] : [])
      + (matteSource == .auto ? [] : ["mattes from \(matteSource.rawValue)"]) + faceWords
  }

  /// Nothing for the defaults.
  private var faceWords: [String] {
    guard faces != FaceSearch() || !knownFaces.isEmpty else { return [] }
    func text(_ rect: NormalizedRect) -> String { "\(rect.x),\(rect.y),\(rect.width),\(rect.height)" }
    return [
      "faces", "\(faces.minimumConfidence)", faces.minimumFaceSize.map { "\($0)" } ?? "-",
      text(faces.regionOfInterest),
    ] + knownFaces.map(text)
  }
}
