import MatteKit

/// Makes the mattes of movies: frames in, a gray movie, a pipe or pictures out for each kind.
///
/// A matte frame is upright, half the size of its frame or as large, and has its time. A kind that a frame does not
/// show is black there. May be shared by threads and used for several movies at once.
public final class MatteMovieProcessor: Sendable {
  /// The options of the processor.
  public let options: MovieOptions

  private let isFullSize: Bool

  /// Creates a processor.
  ///
  /// - Parameters:
  ///   - isFullSize: whether mattes have the size of the frames instead of half of it.
  ///   - options: the options of the processor.
  public init(isFullSize: Bool = false, options: MovieOptions = MovieOptions()) {
    self.isFullSize = isFullSize
    self.options = options
  }

  /// Makes the mattes of all frames of a source and writes them.
  ///
  /// The results appear whole when all is written, or not at all. When the task is cancelled, the frames that are done
  /// become the results.
  ///
  /// - Parameters:
  ///   - source: the frames.
  ///   - targets: the destination of the mattes of each kind.
  ///   - overwriting: whether existing files are replaced.
  ///   - report: is called after each frame that is written, in order.
  /// - Throws: ``ProcessingError``.
  public func process(
    _ source: MovieSource, to targets: [MatteKind: MovieTarget], overwriting: Bool = false,
    reporting report: @Sendable (MovieProgress) -> Void = { _ in }
  ) async throws(ProcessingError) -> ProcessedMovie {
    do {
      return try await processed(source, to: targets, overwriting: overwriting, reporting: report)
    } catch {
      throw ProcessingError(error)
    }
  }

  private func processed(
    _ source: MovieSource, to targets: [MatteKind: MovieTarget], overwriting: Bool,
    reporting report: @Sendable (MovieProgress) -> Void
  ) async throws -> ProcessedMovie {
    try source.requireRenderable()
    let source = source.codedOnHalfTheCores()
    let outputs = try targets.mapValues { target in
      try TargetWriter(target, source: source, content: .gray, options: options, overwriting: overwriting)
    }
    var analysis = SceneAnalysis(
      making: Set(targets.keys), quality: options.matteQuality, weights: options.weights)
    if source.isLive { analysis.disableLookAhead() }
    let frames = MovieFrames(source: source, options: options)
    var result = ProcessedMovie(startingAt: frames.startTime)
    do {
      for try await scene in frames.scenes(analysis) {
        let size = scene.frame.size.half
        for (kind, output) in outputs {
          var pixels =
            scene.mattes[kind]?.pixels ?? PixelBuffer(size: size, format: .l8, colorSpace: .linearGray)
          if isFullSize { pixels = try pixels.resized(to: scene.frame.size) }
          try output.write(Frame(pixels: pixels.oriented(by: scene.frame.orientation), time: scene.time))
        }
        result.add(scene, isDrawn: true, requiresAllFaces: false)
        report(
          MovieProgress(frameCount: result.frameCount, totalFrameCount: source.frameCount, time: scene.time))
      }
    } catch let error as SceneError {
      // Pictures of an image sequence are complete without the others.
      if result.frameCount > 0, frames.endedAtAnotherShape { for output in outputs.values { try output.finish() } }
      throw error
    }
    try result.end(of: source, at: frames.endTime, searchesPeople: true, options: options)
    guard result.frameCount > 0 else { return result }
    let end = result.isCutShort ? nil : frames.endTime
    for output in outputs.values { try output.finish(at: end, cut: result.isCutShort) }
    result.warnings += frames.warnings + Set(outputs.values.flatMap(\.warnings)).sorted()
    return result
  }
}
