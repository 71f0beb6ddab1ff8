import FoundationEssentials
import MatteKit
import SystemPackage

/// Applies the same effects to photos, from bytes of a file to bytes of a file; and in a ``MediaBatch`` to movies.
///
/// ```swift
/// let processor = try EffectProcessor(effect: "blur-background", settings: ["strength=0.8"])
/// let processed = try processor.process(bytes, as: .heic)
/// ```
///
/// Networks are loaded once, when they are first needed, and shared by all photos. May be shared by threads and used by
/// several at once.
public final class EffectProcessor: MediaProcessor {
  /// The effects as named, such as `smooth-skin+hair-color`.
  public let name: String
  /// The options by which photos are processed and coded.
  public let options: ProcessingOptions
  private let photos: EffectPhotoProcessor
  private let movies: EffectMovieProcessor
  private let makeRecipe: @Sendable () -> String
  private let findReadFiles: @Sendable () -> [FilePath]

  /// Makes a processor of effects by name.
  ///
  /// - Parameters:
  ///   - effect: the name of an effect, several with `+` between, or the path of a preset (`.json`).
  ///   - settings: `key=value`; where there are several effects `name.key=value`, or `2.key=value` for the second.
  ///     Later ones override earlier ones.
  ///   - onlyFaces: the faces that effects on faces are limited to, by their index in a photo, from 0; nil for all.
  ///   - options: how results are made and coded.
  ///   - movies: how movies are made; nil for the mattes and metadata of photos, and defaults otherwise.
  ///   - networks: the networks of another processor, whose weights and quality of mattes override those of `options`;
  ///     nil for networks of its own.
  /// - Throws: `EffectError`, and `PhotoFileError` for a picture that a setting names.
  public convenience init(
    effect: String, settings: [String] = [], onlyFaces: Set<Int>? = nil,
    options: ProcessingOptions = ProcessingOptions(), movies: MovieOptions? = nil, networks: PhotoNetworks? = nil
  ) throws {
    var preset =
      try effect.hasSuffix(".json")
      ? EffectPreset(contentsOf: URL(filePath: effect)) : EffectPreset(names: effect)
    try preset.set(settings) { file in try EffectValue.Picture(contentsOf: URL(filePath: file)) }
    if let onlyFaces { _ = try preset.limit(to: .only(onlyFaces)) }
    self.init(
      preset, named: effect, settings: settings, onlyFaces: onlyFaces ?? [], options: options,
      movies: movies ?? options.movies, networks: networks, path: { FilePath(bytes: $0.utf8) })
  }

  /// Creates a processor of effects, which may be your own.
  ///
  /// - Parameters:
  ///   - stack: the effects with their settings, the first applied first.
  ///   - identifier: an identifier of the effects with their settings. A resumed batch reuses results made under the
  ///     same identifier, so change it whenever results would change.
  ///   - options: how results are made and coded.
  ///   - movies: how movies are made; nil for the mattes and metadata of photos, and defaults otherwise.
  public convenience init(
    _ stack: EffectStack, identifier: String, options: ProcessingOptions = ProcessingOptions(),
    movies: MovieOptions? = nil
  ) {
    let movies = movies ?? options.movies
    self.init(
      stack, named: stack.name, options: options, movies: EffectMovieProcessor(stack, options: movies),
      recipe: {
        Self.recipe(
          identifier, settings: [], onlyFaces: [], options: options, movies: movies, path: { _ in FilePath() })
      })
  }

  /// A processor whose recipe is given by a command line.
  ///
  /// - Parameter path: the path that an argument stands for.
  package convenience init(
    _ preset: EffectPreset, named name: String, settings: [String], onlyFaces: Set<Int>, options: ProcessingOptions,
    movies: MovieOptions, networks: PhotoNetworks? = nil, path: @escaping @Sendable (String) -> FilePath
  ) {
    self.init(
      preset.stack, named: name, options: options, movies: EffectMovieProcessor(preset, options: movies),
      runningPicture: preset.pictures.first(where: \.isMovie)?.source, networks: networks,
      recipe: {
        Self.recipe(name, settings: settings, onlyFaces: onlyFaces, options: options, movies: movies, path: path)
      },
      readFiles: { RecipeFiles(path: path).paths(effect: name, settings: settings) })
  }

  /// A processor for one photo: each network is released after its use, so that its memory is available for what comes
  /// next.
  package convenience init(forOnePhoto stack: EffectStack, options: ProcessingOptions) {
    self.init(
      stack, named: stack.name, options: options, movies: EffectMovieProcessor(stack, options: options.movies),
      keepsNetworks: false, recipe: { "" })
  }

  private init(
    _ stack: EffectStack, named name: String, options: ProcessingOptions, movies: EffectMovieProcessor,
    runningPicture: String? = nil, networks: PhotoNetworks? = nil, keepsNetworks: Bool = true,
    recipe: @escaping @Sendable () -> String, readFiles: @escaping @Sendable () -> [FilePath] = { [] }
  ) {
    self.name = name
    self.options = options
    photos = EffectPhotoProcessor(
      stack, options: options,
      networks: networks
        ?? (keepsNetworks
          ? PhotoNetworks(weights: options.weights, quality: options.matteQuality)
          : PhotoNetworks(forOnePhotoBy: options.weights, quality: options.matteQuality)),
      keepsNetworks: keepsNetworks, runningPicture: runningPicture)
    self.movies = movies
    (makeRecipe, findReadFiles) = (recipe, readFiles)
  }

  /// The digest of everything that results depend on besides their inputs: effects, settings, coding, weights and
  /// version.
  package var recipe: String { makeRecipe() }
  package var readFiles: [FilePath] { findReadFiles() }

  private static func recipe(
    _ effect: String, settings: [String], onlyFaces: Set<Int>, options: ProcessingOptions, movies: MovieOptions,
    path: @escaping @Sendable (String) -> FilePath
  ) -> String {
    let weights = movies.weights == options.weights ? [options.weights] : [options.weights, movies.weights]
    return RecipeDigest(path: path).digest(
      effect: effect, settings: settings,
      coding: options.words + weights.map { WeightsDigest.digest(of: $0) } + onlyFaces.sorted().map { "face \($0)" }
        + ["movies"] + movies.words,
      version: SoftwareVersion.current)
  }

  package let product = PhotoProduct.photo
  /// This includes kinds that the effects hide: an earlier run may have left them.
  package var companions: [MatteKind] { options.mattes == .beside ? MatteKind.generated : [] }
  package var movieProcessor: any MovieFileProcessor { movies }

  /// The kinds of files that movies become.
  package var containers: ContainerChoice { movies.containers }

  package var networkMemory: Int { photos.networkMemory }

  /// Loads the networks for photos now, rather than for the first photo; none for effects that do not need people.
  ///
  /// - Throws: `FaceError` or `SegmentationError` if OpenVINO or a network cannot be found or loaded.
  public func prepare() throws { try photos.prepare() }

  /// Applies the effects to a photo.
  ///
  /// A photo without people keeps its pixels, with a warning.
  ///
  /// - Parameters:
  ///   - data: the bytes of a file of any `PhotoFormat`.
  ///   - name: the name of the photo in errors.
  ///   - format: the format of the result; nil for the photo's own, or its `writtenFormat` if its own is read-only.
  /// - Throws: `PhotoFileError` if the photo cannot be read or the result cannot be coded, `FaceError`,
  ///   `SegmentationError`, `RenderError`, and ``NoPersonFound`` if the options require a person.
  public func process(_ data: [UInt8], name: String = "photo", as format: PhotoFormat? = nil) throws -> ProcessedPhoto {
    guard let format = format ?? PhotoFormat(signature: data)?.writtenFormat else {
      throw PhotoFileError.unknownFormat(file: name)
    }
    var clock = StageClock()
    return try process(data, name: name, as: format, measuring: &clock)
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
