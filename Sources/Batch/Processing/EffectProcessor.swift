import CAllocator
import FoundationEssentials
import MatteKit
import Synchronization
import SystemPackage

/// Applies the same effects to photos, the bytes of a file in, the bytes of a file out; and in a ``MediaBatch`` to movies.
///
/// ```swift
/// let processor = try EffectProcessor(effect: "blur-background", settings: ["strength=0.8"])
/// let processed = try processor.process(bytes, as: .heic)
/// ```
///
/// Networks are loaded once, when they are first needed, and shared by all photos. May be shared by threads and used by
/// several at once.
public final class EffectProcessor: MediaProcessor {
  /// The effects as they were named, such as `smooth-skin+hair-color`.
  public let name: String
  /// How results are made and coded.
  public let options: ProcessingOptions
  /// Makes the movies of a batch.
  let movies: EffectMovieProcessor
  /// The movie that a setting names as its picture; nil for none.
  private let runningPicture: String?
  private let stack: EffectStack
  private let makeRecipe: @Sendable () -> String
  private let findReadFiles: @Sendable () -> [FilePath]
  private let keepsNetworks: Bool
  private let networks: PhotoNetworks
  private let codeDetector = Mutex<CodeDetector?>(nil)

  /// Makes a processor of effects by name.
  ///
  /// - Parameters:
  ///   - effect: the name of an effect, several with `+` between, or the path of a preset (`.json`).
  ///   - settings: `key=value`; where there are several effects `name.key=value`, or `2.key=value` for the second. Later
  ///     ones count.
  ///   - onlyFaces: the faces that effects on faces are limited to, by their index in a photo, from 0; nil for all.
  ///   - options: how results are made and coded.
  ///   - movies: how movies are made; nil for the same mattes and metadata as photos, and all else by default.
  ///   - networks: those of another processor, whose weights and quality of mattes then count and not those of `options`;
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

  /// Makes a processor of effects, which may be your own.
  ///
  /// - Parameters:
  ///   - stack: the effects with their settings, the first applied first.
  ///   - identifier: a text that stands for the effects with their settings. A batch that is resumed takes as its own the
  ///     results that were made under the same identifier, so change it whenever results would change.
  ///   - options: how results are made and coded.
  ///   - movies: how movies are made; nil for the same mattes and metadata as photos, and all else by default.
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

  /// A processor whose recipe is known by what was given on a command line.
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

  /// A processor for one photo: each network is let go as soon as it has been asked, so that its memory is there for what
  /// comes next.
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
    self.stack = stack
    self.name = name
    self.options = options
    self.movies = movies
    self.runningPicture = runningPicture
    self.networks = networks ?? PhotoNetworks(weights: options.weights, quality: options.matteQuality)
    self.keepsNetworks = keepsNetworks
    (makeRecipe, findReadFiles) = (recipe, readFiles)
  }

  /// The digest of all that results depend on beside their inputs: effects, settings, coding, weights and version.
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
  /// Also kinds that the effects keep from being seen: an earlier run may have left them.
  package var companions: [MatteKind] { options.mattes == .beside ? MatteKind.generated : [] }
  package var movieProcessor: any MovieFileProcessor { movies }

  /// The kinds of files that movies become.
  package var containers: ContainerChoice { movies.containers }

  package var networkMemory: Int { searchesPeople ? networks.memory : 0 }

  /// Loads the networks of photos now, and not when the first photo needs them; none for effects that need nobody.
  ///
  /// - Throws: `FaceError` or `SegmentationError` if OpenVINO or a network cannot be found or loaded.
  public func prepare() throws {
    if searchesPeople { try networks.prepare() }
  }

  /// Applies the effects to a photo.
  ///
  /// A photo in which nobody is found keeps its pixels, with a warning.
  ///
  /// - Parameters:
  ///   - data: the bytes of a file of any `PhotoFormat`.
  ///   - name: what errors call the photo.
  ///   - format: of the result; nil for the photo's own, or its `writtenFormat` if that is only read.
  /// - Throws: `PhotoFileError` if the photo cannot be read or the result not be coded, `FaceError`,
  ///   `SegmentationError`, `RenderError`, and ``NobodyFound`` where the options require a person.
  public func process(_ data: [UInt8], name: String = "photo", as format: PhotoFormat? = nil) throws -> ProcessedPhoto {
    guard let format = format ?? PhotoFormat(signature: data)?.writtenFormat else {
      throw PhotoFileError.unknownFormat(file: name)
    }
    var clock = StageClock()
    return try process(data, name: name, as: format, measuring: &clock)
  }

  package func requiredMemory(for data: [UInt8], name: String, as format: PhotoFormat) throws -> Int {
    MemoryEstimate.bytes(for: try PhotoSummary(data: data, name: name), fileBytes: data.count, as: format)
  }

  package func process(
    _ data: [UInt8], name: String, as format: PhotoFormat, measuring clock: inout StageClock
  ) throws -> ProcessedPhoto {
    if let runningPicture { throw StillPictureNeeded(input: name, picture: runningPicture) }
    // While the photo is decoded, which mostly takes one core.
    let loading = searchesPeople ? networks.beginLoadingDetector() : nil
    defer { loading?.wait() }
    let photo = try clock.time("decode") { () throws in
      try Photo(data: data, name: name, options: ReadingOptions(allowsIncomplete: options.allowsIncomplete))
    }
    let codes = stack.usesCodes ? try clock.time("codes") { try loadedCodeDetector().codes(in: photo) } : []
    // Effects that do not look for people leave what the file says of them.
    let faces = searchesPeople ? try clock.time("faces") { try self.faces(in: photo) } : photo.faces
    let found = searchesPeople ? try mattes(of: photo, as: format, faces: faces, measuring: &clock) : photo.mattes
    let subject = EffectSubject(photo, mattes: found, faces: faces, codes: codes)
    let isDamaged = options.allowsIncomplete && !photo.warnings.isEmpty
    var warnings: [String] = []
    // A face may be found where no matte is, and is hidden all the same.
    let isNobody = !searchesPeople || found.isEmpty && faces.isEmpty
    if isNobody, searchesPeople, options.requiresPerson { throw NobodyFound(input: name) }
    let isUnchanged = isNobody && codes.isEmpty
    if isUnchanged {
      let missing = searchesPeople ? (stack.usesCodes ? "nobody and no code" : "nobody") : "no code"
      warnings.append("\(missing) was found; the picture is written as it is")
    } else {
      let absent = faces.isEmpty ? [] : stack.selectedFaces.filter { !faces.indices.contains($0) }.sorted()
      warnings += absent.map {
        "there is no face \($0): `mattetool faces` lists \(faces.count), counted from 0"
      }
      for effect in stack.inapplicable(to: subject) where absent.isEmpty {
        warnings.append(Self.warning(thatInapplicable: effect))
      }
    }

    let isExpanded = options.expandsToHDR && photo.isExpandableToHDR
    if options.expandsToHDR, !isExpanded, photo.auxiliaryImages.contains(where: \.type.isGainMap) {
      warnings.append("the gain map does not say how bright it makes the picture, which stays in standard range")
    }
    let result = try clock.time("render") { () throws in
      let photo = isExpanded ? try photo.expandedToHDR() : photo
      // Where nobody was found the photo keeps what it says of itself.
      guard !isUnchanged else { return options.embedsMattes ? photo : photo.with(mattes: []) }
      var result = try photo.applying(stack, mattes: found, faces: faces, codes: codes)
      result.keepsUnknown = options.keepsUnknown
      return options.embedsMattes ? result : result.with(mattes: [])
    }
    let bytes = try clock.time("encode") { () throws in
      // With nothing to change and no other coding asked for, the file's own bytes are the best copy. What was not read, as
      // the other frames of an animation, was not searched for what is to be hidden either.
      let isSearched = photo.warnings.isEmpty || !stack.hidesOriginal
      if isUnchanged, isSearched, !isDamaged, !isExpanded, photo.sourceFormat == format, options.quality == nil,
        options.bitDepth == nil, options.embedsMattes
      {
        return try options.metadata.applied(to: data, name: name, keepingUnknown: options.keepsUnknown)
      }
      let encoding = options.encoding(as: format)
      let bytes = try result.data(as: encoding)
      // That the new mattes do not go into formats without a place for them, the documentation says.
      warnings += (result.warnings + result.with(mattes: []).warnings(writingAs: encoding)).map(\.message)
      return try options.metadata.applied(to: bytes, name: name, keepingUnknown: options.keepsUnknown)
    }
    return ProcessedPhoto(
      bytes: bytes, faces: searchesPeople ? faces : [], codes: codes,
      mattes: carriesMattes(format) ? found.kinds.filter { result.auxiliary(AuxiliaryImageType($0)) != nil } : [],
      separateMattes: separate(found, of: photo),
      confidence: found.confidence,
      suspicious: searchesPeople
        ? SuspiciousResult(found, faces: faces, orientation: photo.orientation).reasons : [], warnings: warnings)
  }

  /// Whether faces and mattes are looked for.
  private var searchesPeople: Bool { stack.needsPeople || options.mattes == .beside }

  /// The mattes to make: those that the file is to hold, or else those that the effects work through, and where no face
  /// tells that somebody is there, the portrait, which may.
  private func kinds(in format: PhotoFormat, faces: [Face]) -> Set<MatteKind> {
    if carriesMattes(format) || options.mattes == .beside { return Set(MatteKind.generated) }
    return faces.isEmpty ? stack.mattes.union([.portrait]) : stack.mattes
  }

  /// The mattes that lie beside the result, upright: none that shows what an effect hides.
  private func separate(_ mattes: MatteSet, of photo: Photo) -> MatteSet {
    guard options.mattes == .beside else { return MatteSet() }
    return MatteSet(
      mattes.filter { stack.hideableMattes.contains($0.kind) }
        .map { $0.transformed(to: .upright, orientation: photo.orientation) })
  }

  private func carriesMattes(_ format: PhotoFormat) -> Bool { options.embedsMattes && format.holds(.auxiliaryImages) }

  private static func warning(thatInapplicable effect: String) -> String {
    // Effects of a caller's own are not in the registry.
    guard let known = try? EffectRegistry.effect(named: effect) else {
      return "\(effect) changes nothing: what it needs was not found"
    }
    return "\(effect) changes nothing: it needs \(EffectReference.needs(of: known)), which was not found"
  }

  /// The faces that are found, and those that the caller knows of.
  private func faces(in photo: Photo) throws -> [Face] {
    defer {
      if !keepsNetworks {
        networks.releaseDetector()
        callocator_trim()
      }
    }
    let search = options.faces
    let found = try networks.loadedDetector().with(
      minimumConfidence: search.minimumConfidence,
      maximumFaces: max(stack.maximumFaces, MatteGenerator.maximumCloseUps), minimumFaceSize: search.minimumFaceSize,
      regionOfInterest: search.regionOfInterest
    ).faces(in: photo)
    return found + search.boxes.map { Face(bounds: $0, confidence: 1) }
  }

  /// The mattes that effects work through and the result carries: those of the file, and those that are made.
  private func mattes(
    of photo: Photo, as format: PhotoFormat, faces: [Face], measuring clock: inout StageClock
  ) throws -> MatteSet {
    var wanted = kinds(in: format, faces: faces)
    wanted.formIntersection(stack.mattes.union(stack.hideableMattes))
    let carried =
      options.matteSource == .make || !stack.keepsCarriedMattes
      ? [] : photo.mattes.filter { wanted.contains($0.kind) }
    let missing = options.matteSource == .file ? [] : wanted.subtracting(carried.map(\.kind))
    var found = MatteSet()
    if !missing.isEmpty {
      let generator = try clock.time("load") { try networks.loadedGenerator() }
      found = try generator.mattes(missing, for: photo, faces: faces) { clock.add($1, to: $0.rawValue) }
      if !keepsNetworks {
        networks.releaseGenerator()
        callocator_trim()
      }
    }
    for matte in carried { found.insert(matte) }
    return found
  }

  private func loadedCodeDetector() throws -> CodeDetector {
    try codeDetector.withLock { detector in
      if let detector { return detector }
      let made = try CodeDetector(types: MachineReadableCode.allTypes, maximumCodes: .max, effort: .thorough)
      detector = made
      return made
    }
  }
}
