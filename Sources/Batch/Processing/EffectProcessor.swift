import MatteKit
import SystemPackage

/// Applies the same effects to photos, from bytes of a file to bytes of a file; and in a ``MediaBatch`` to movies.
///
/// ```swift
/// let processor = try EffectProcessor(named: "blur-background", settings: ["strength": 0.8])
/// let processed = try processor.process(bytes, as: .heic)
/// ```
///
/// Networks are loaded once, when they are first needed, and shared by all photos. May be shared by threads and used by
/// several at once.
public final class EffectProcessor: MediaProcessor {
  /// The effects as named, such as `smooth-skin+hair-color`.
  public var name: String { effects.name }
  /// The options by which photos are processed and coded, with the weights and the quality of mattes of the networks.
  public let options: ProcessingOptions
  private let effects: IdentifiedEffects
  private let photos: EffectPhotoProcessor
  private let movies: EffectMovieProcessor

  /// Creates a processor of effects, which may be your own.
  ///
  /// - Parameters:
  ///   - effects: the effects with their settings.
  ///   - options: how results are made and coded.
  ///   - movies: how movies are made; nil for the mattes and metadata of photos, and defaults otherwise.
  ///   - networks: the networks of another processor, whose weights and quality of mattes replace those of `options`;
  ///     nil for networks of its own.
  public init(
    _ effects: IdentifiedEffects, options: ProcessingOptions = ProcessingOptions(), movies: MovieOptions? = nil,
    networks: PhotoNetworks? = nil
  ) {
    let networks = networks ?? PhotoNetworks(for: options)
    let options = options.with(networks)
    let movies = movies ?? options.movies
    self.effects = effects
    self.options = options
    photos = EffectPhotoProcessor(
      effects.stack, options: options, networks: networks, runningPicture: effects.runningPicture)
    self.movies =
      effects.preset.map { EffectMovieProcessor($0, options: movies) }
      ?? EffectMovieProcessor(effects.stack, options: movies)
  }

  /// Creates a processor of a preset's effects, such as those of a file: `EffectPreset(contentsOf:)`.
  ///
  /// - Parameters:
  ///   - preset: the effects with their settings.
  ///   - options: how results are made and coded.
  ///   - movies: how movies are made; nil for the mattes and metadata of photos, and defaults otherwise.
  public convenience init(
    _ preset: EffectPreset, options: ProcessingOptions = ProcessingOptions(), movies: MovieOptions? = nil
  ) {
    self.init(IdentifiedEffects(preset), options: options, movies: movies)
  }

  /// Creates a processor of effects by name.
  ///
  /// - Parameters:
  ///   - name: the name of an effect, or several with `+` between: `smooth-skin+hair-color`.
  ///   - settings: values by name; with several effects by `name.key`, or `2.key` for the second of them. Others have
  ///     their defaults.
  ///   - options: how results are made and coded.
  ///   - movies: how movies are made; nil for the mattes and metadata of photos, and defaults otherwise.
  /// - Throws: `EffectError`.
  public convenience init(
    named name: String, settings: [String: EffectValue] = [:], options: ProcessingOptions = ProcessingOptions(),
    movies: MovieOptions? = nil
  ) throws(EffectError) {
    var preset = try EffectPreset(named: name)
    for (key, value) in settings.sorted(by: { $0.key < $1.key }) { try preset.set(value, for: key) }
    self.init(preset, options: options, movies: movies)
  }

  /// The digest of everything that results depend on besides their inputs: effects, settings, coding, weights and
  /// version.
  package var recipe: String {
    let movies = movies.processor.options
    let weights = movies.weights == options.weights ? [options.weights] : [options.weights, movies.weights]
    return effects.digest(
      coding: options.words + weights.map { WeightsDigest.digest(of: $0) }, movies: movies.words)
  }
  package var readFiles: [FilePath] { effects.readFiles }

  package let product = PhotoProduct.photo
  /// This includes kinds that the effects hide: an earlier run may have left them.
  package var companions: [MatteKind] { options.mattes == .beside ? MatteKind.generated : [] }
  package var movieProcessor: any MovieFileProcessor { movies }

  /// The kinds of files that movies become.
  package var containers: ContainerChoice { movies.containers }

  package var networkMemory: Int { photos.networkMemory }

  /// Loads the networks for photos now, rather than for the first photo; none for effects that do not need people.
  ///
  /// - Throws: ``ProcessingError`` if OpenVINO or a network cannot be found or loaded.
  public func prepare() throws(ProcessingError) { try photos.prepare() }

  /// Applies the effects to a photo.
  ///
  /// A photo without people keeps its pixels, with a warning.
  ///
  /// - Parameters:
  ///   - data: the bytes of a file of any `PhotoFormat`.
  ///   - name: the name of the photo in errors.
  ///   - format: the format of the result; nil for the photo's own, or its `writtenFormat` if its own is read-only.
  /// - Throws: ``ProcessingError``, such as ``ProcessingError/photo(_:)`` if the photo cannot be read or the result
  ///   cannot be coded.
  public func process(
    _ data: [UInt8], name: String = "photo", as format: PhotoFormat? = nil
  ) throws(ProcessingError) -> ProcessedPhoto {
    guard let format = format ?? PhotoFormat(signature: data)?.writtenFormat else {
      throw .photo(.unknownFormat(file: name))
    }
    var clock = StageClock()
    do {
      return try process(data, name: name, as: format, measuring: &clock)
    } catch {
      throw ProcessingError(error)
    }
  }

  package func requiredMemory(for data: [UInt8], name: String, as format: PhotoFormat) throws -> Int {
    try photos.requiredMemory(for: data, name: name, as: format)
  }

  package func process(
    _ data: [UInt8], name: String, as format: PhotoFormat, measuring clock: inout StageClock
  ) throws -> ProcessedPhoto {
    try photos.process(data, name: name, as: format, measuring: &clock)
  }
}
