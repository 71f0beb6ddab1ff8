import FoundationEssentials
import MatteKit
import Synchronization

/// Applies the same effects to movies: frames in, a movie, a pipe or pictures out.
///
/// Decoding, faces, mattes, drawing and coding work on neighbouring frames at once; a few frames are in memory, however
/// long the movie is. May be shared by threads and used for several movies at once.
///
/// ```swift
/// let processor = MovieProcessor(EffectStack([.blurBackground()]))
/// try await processor.process(MovieSource(movie: clip), to: .movie(result))
/// ```
public final class MovieProcessor: Sendable {
  /// How movies are made.
  public let options: MovieOptions
  private let stack: EffectStack

  /// Makes a processor of effects, the first applied first.
  public init(_ stack: EffectStack, options: MovieOptions = MovieOptions()) {
    self.stack = stack
    self.options = options
  }

  /// Applies the effects to all frames of a source and writes them.
  ///
  /// The result appears whole when all is written, or not at all. When the task is cancelled, the frames that are done by
  /// then become the result.
  ///
  /// - Parameters:
  ///   - target: where the frames go; an existing file is replaced only if `overwriting`.
  ///   - report: is called after each frame that is written, in order.
  /// - Throws: ``SceneError``, ``FrameStreamError``, and ``NobodyFound`` where the options require a person.
  public func process(
    _ source: MovieSource, to target: MovieTarget, overwriting: Bool = false,
    reporting report: @Sendable (MovieProgress) -> Void = { _ in }
  ) async throws -> ProcessedMovie {
    let output = MovieOutput(
      target, source: source, isOpaque: stack.isOpaque, options: options, overwriting: overwriting)
    let record = SharedRecord()
    let stack = stack
    let promises = stack.mustNotMissFaces
    let analysis = SceneAnalysis(for: stack, quality: options.matteQuality, weights: options.weights)
    let scenes = MovieFrames(source: source, options: options).scenes(analysis).mapped { scene in
      let drawn = scene.applying(stack)
      record.movie.withLock { $0.add(scene, isDrawn: drawn.image != scene.image, promises: promises) }
      return drawn
    }
    var written = 0
    for try await frame in scenes.frames {
      try output.write(frame)
      written += 1
      report(MovieProgress(frameCount: written, totalFrameCount: source.frameCount, time: frame.time))
    }
    var result = record.movie.withLock { $0 }
    result.frameCount = written
    result.isCutShort = Task.isCancelled
    if !result.hasPeople, !result.isCutShort {
      if options.requiresPerson { throw NobodyFound(input: source.name) }
      result.warnings.append("nobody was found; the frames are written as they are")
    }
    guard written > 0 else {
      if result.isCutShort { return result }
      throw FrameStreamError.malformed(file: source.name, reason: "it has no frames in what is to be taken of it")
    }
    try output.finish()
    result.warnings += output.warnings
    return result
  }

  /// What the stages know of a movie so far.
  private final class SharedRecord: Sendable {
    let movie = Mutex(ProcessedMovie())
  }
}
