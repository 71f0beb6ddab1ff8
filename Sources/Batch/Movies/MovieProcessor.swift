import FoundationEssentials
import MatteKit
import Synchronization

/// Applies the same effects to movies: frames in, a movie, a pipe or pictures out.
///
/// Decoding, faces, mattes, drawing and coding work on neighbouring frames concurrently; a few frames are in memory,
/// however long the movie is. May be shared by threads and used for several movies at once.
///
/// ```swift
/// let processor = MovieProcessor(EffectStack([.blurBackground()]))
/// try await processor.process(MovieSource(movie: clip), to: .movie(result))
/// ```
public final class MovieProcessor: Sendable {
  /// Changes the picture of a scene.
  public typealias Compositor = @Sendable (Scene) async throws -> Scene

  /// The options of the processor.
  public let options: MovieOptions
  private let analysis: SceneAnalysis
  /// nil to determine it from the compositor's first picture.
  private let isOpaque: Bool?
  private let requiresAllFaces: Bool
  /// Whether nothing of the source that shows its pictures may stay in the result.
  private let hidesOriginal: Bool
  /// The identities that effects are limited to; empty for no limit.
  private let selectedFaces: Set<Int>
  /// The movies that run along.
  private let companions: [URL]
  /// Creates a compositor for one movie: it may keep state.
  private let makeCompositor: @Sendable () throws -> Compositor

  /// Creates a processor of effects, the first applied first.
  public convenience init(_ stack: EffectStack, options: MovieOptions = MovieOptions()) {
    self.init(for: stack, options: options) { { scene in scene.applying(stack) } }
  }

  /// Creates a processor of effects with their settings. A picture of a setting may be a movie, which advances with the
  /// frames.
  public convenience init(_ preset: EffectPreset, options: MovieOptions = MovieOptions()) {
    let movies = RunningEffects.movies(of: preset)
    self.init(for: preset.stack, companions: movies.map { URL(filePath: $0) }, options: options) {
      try RunningEffects(preset).compositor
    }
  }

  /// Creates a processor with a compositor of your own.
  ///
  /// - Parameters:
  ///   - analysis: the faces, codes and mattes that the compositor needs.
  ///   - isOpaque: whether the compositor's pictures are opaque wherever the frame is.
  ///   - options: the options of the processor.
  ///   - compositor: a function that changes the picture of a scene.
  public convenience init(
    analysis: SceneAnalysis, isOpaque: Bool = true, options: MovieOptions = MovieOptions(),
    compositor: @escaping Compositor
  ) {
    self.init(analysis, isOpaque: isOpaque, requiresAllFaces: false, options: options) { compositor }
  }

  /// Creates a processor of a recipe of filters.
  public convenience init(_ recipe: RecipeCompositor, options: MovieOptions = MovieOptions()) {
    self.init(
      recipe.analysis(quality: options.matteQuality, weights: options.weights), isOpaque: nil, requiresAllFaces: false,
      companions: recipe.movies, options: options
    ) { try recipe.compositor() }
  }

  private convenience init(
    for stack: EffectStack, companions: [URL] = [], options: MovieOptions,
    compositor: @escaping @Sendable () throws -> Compositor
  ) {
    self.init(
      SceneAnalysis(for: stack, quality: options.matteQuality, weights: options.weights), isOpaque: stack.isOpaque,
      requiresAllFaces: stack.requiresAllFaces, hidesOriginal: stack.hidesOriginal,
      selectedFaces: stack.selectedFaces, companions: companions, options: options, compositor: compositor)
  }

  private init(
    _ analysis: SceneAnalysis, isOpaque: Bool?, requiresAllFaces: Bool, hidesOriginal: Bool = false,
    selectedFaces: Set<Int> = [], companions: [URL] = [], options: MovieOptions,
    compositor: @escaping @Sendable () throws -> Compositor
  ) {
    self.analysis = analysis
    self.isOpaque = isOpaque
    self.requiresAllFaces = requiresAllFaces
    self.hidesOriginal = hidesOriginal || requiresAllFaces
    self.selectedFaces = selectedFaces
    self.companions = companions
    self.options = options
    makeCompositor = compositor
  }

  /// Applies the effects to all frames of a source and writes them.
  ///
  /// The result appears whole when all is written, or not at all.
  ///
  /// - Parameters:
  ///   - source: the frames.
  ///   - target: the destination of the frames.
  ///   - overwriting: whether an existing file is replaced.
  ///   - finishingWhenCancelled: whether the frames that are done when the task is cancelled become the result;
  ///     otherwise nothing remains.
  ///   - report: is called after each frame that is written, in order.
  /// - Throws: ``ProcessingError``, such as ``ProcessingError/cancelled`` for a task that is cancelled and not to be
  ///   finished.
  public func process(
    _ source: MovieSource, to target: MovieTarget, overwriting: Bool = false, finishingWhenCancelled: Bool = true,
    reporting report: @Sendable (MovieProgress) -> Void = { _ in }
  ) async throws(ProcessingError) -> ProcessedMovie {
    do {
      return try await processed(
        source, to: target, overwriting: overwriting, finishingWhenCancelled: finishingWhenCancelled, reporting: report)
    } catch {
      throw ProcessingError(error)
    }
  }

  private func processed(
    _ source: MovieSource, to target: MovieTarget, overwriting: Bool, finishingWhenCancelled: Bool,
    reporting report: @Sendable (MovieProgress) -> Void
  ) async throws -> ProcessedMovie {
    if case .movie(let url) = target {
      for movie in companions { try FrameStreamError.requireOther(url, than: movie) }
    }
    try source.requireRenderable()
    let source = analysis.mattes.isEmpty ? source : source.codedOnHalfTheCores()
    let transparency = transparency(of: source, in: target)
    let output = try TargetWriter(
      target, source: source, content: isOpaque == false ? .colorWithAlpha : .color, options: options,
      overwriting: overwriting, hidesOriginal: hidesOriginal)
    let includesEarlier = options.start != nil && !selectedFaces.isEmpty
    let frames = MovieFrames(source: source, options: options, includingEarlier: includesEarlier)
    let record = SharedRecord(startingAt: frames.startTime)
    let scenes = try drawnScenes(of: frames, transparency, recording: record)
    let written = try await write(scenes, of: frames, to: output, transparency, reporting: report)
    var result = record.movie.withLock { $0 }
    result.frameCount = written
    if !source.isLive, !Task.isCancelled { result.warn(ofFacesNotSeen: selectedFaces) }
    try result.end(
      of: source, at: frames.endTime, searchesPeople: analysis.faces != nil || !analysis.mattes.isEmpty,
      searchesCodes: analysis.codes != nil, options: options)
    if result.isCutShort, !finishingWhenCancelled { throw CancellationError() }
    guard written > 0 else { return result }
    result.isCopied = try mayCopySource(of: result, transparency) && output.copySource()
    if !result.isCopied {
      try output.finish(at: result.isCutShort ? nil : frames.endTime, cut: result.isCutShort)
    }
    result.warnings += frames.warnings + output.warnings + [transparency?.warning].compactMap(\.self)
    return result
  }

  /// The scenes of a source with the compositor's pictures; those before the range as they are.
  private func drawnScenes(
    of frames: MovieFrames, _ transparency: MovieTransparency?, recording record: SharedRecord
  ) throws -> SceneSequence {
    let (compositor, requiresAllFaces) = (try makeCompositor(), requiresAllFaces)
    var analysis = analysis
    // Effects on a live camera must not be delayed, except those that must hide every face.
    if frames.source.isLive, !requiresAllFaces { analysis.disableLookAhead() }
    let includesEarlier = frames.includesEarlier
    return frames.scenes(analysis).mapped { scene in
      if includesEarlier, scene.time < .zero { return scene }
      let drawn = try await compositor(scene)
      record.movie.withLock {
        $0.add(scene, isDrawn: drawn.image != scene.image, requiresAllFaces: requiresAllFaces)
      }
      return transparency?.settled(drawn) ?? drawn
    }
  }

  /// Renders and writes the scenes of the range; scenes before it were only analysed.
  ///
  /// - Returns: the number of frames written.
  private func write(
    _ scenes: SceneSequence, of frames: MovieFrames, to output: TargetWriter, _ transparency: MovieTransparency?,
    reporting report: @Sendable (MovieProgress) -> Void
  ) async throws -> Int {
    let source = frames.source
    var written = 0
    do {
      for try await frame in scenes.frames {
        if frames.includesEarlier, frame.time < .zero { continue }
        if let content = transparency?.content { output.content = content }
        try output.write(frame)
        written += 1
        report(MovieProgress(frameCount: written, totalFrameCount: source.frameCount, time: frame.time))
      }
    } catch let error as SceneError {
      // Frames of a camera that was unplugged cannot be captured again, and pictures of an image sequence are complete
      // without the others.
      if written > 0, source.isLive || frames.endedAtAnotherShape { try output.finish() }
      throw error
    }
    return written
  }

  /// Whether the source's own pictures may be the result, packet by packet.
  private func mayCopySource(of result: ProcessedMovie, _ transparency: MovieTransparency?) -> Bool {
    // Transparent parts, which become black with a warning, would otherwise show the colours beneath them.
    options.copiesUnchanged && result.drawnFrameCount == 0 && transparency?.hasFlattened != true && !result.isCutShort
  }

  /// Whether the pictures of a result keep their alpha; nil if that is known before the first one. A compositor that
  /// makes pictures transparent is refused if the target does not support alpha.
  private func transparency(of source: MovieSource, in target: MovieTarget) -> MovieTransparency? {
    let isKnown = isOpaque == false || (isOpaque == true && !source.mayBeTranslucent)
    return isKnown ? nil : MovieTransparency(target, codec: options.codec, of: source)
  }

  /// The stages' record of a movie.
  private final class SharedRecord: Sendable {
    let movie: Mutex<ProcessedMovie>

    init(startingAt startTime: MediaTime) { movie = Mutex(ProcessedMovie(startingAt: startTime)) }
  }
}
