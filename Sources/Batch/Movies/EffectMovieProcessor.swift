import FoundationEssentials
import MatteKit
import SystemPackage

/// Applies effects to movie files. May be shared by threads.
struct EffectMovieProcessor: MovieFileProcessor {
  let stack: EffectStack
  let processor: MovieProcessor

  private var options: MovieOptions { processor.options }

  init(_ preset: EffectPreset, options: MovieOptions) {
    stack = preset.stack
    processor = MovieProcessor(preset, options: options)
  }

  init(_ stack: EffectStack, options: MovieOptions) {
    self.stack = stack
    processor = MovieProcessor(stack, options: options)
  }

  /// The kinds of files that results are written to.
  var containers: ContainerChoice { ContainerChoice(codec: options.codec, hasAlpha: !stack.isOpaque) }

  func requiredMemory(for movie: FilePath, as container: MovieContainer) throws -> Int {
    let file = try VideoFile(contentsOf: try url(movie))
    let analysis = SceneAnalysis(for: stack, quality: options.matteQuality, weights: options.weights)
    let isDeep = (file.format.bitsPerComponent ?? 8) > 8
    let usual: VideoCodec = container == .webm ? .vp9 : isDeep ? .hevc : .h264
    return MemoryEstimate.bytes(
      for: file.format, frameRate: file.nominalFrameRate,
      lookAhead: max(analysis.faces?.lookAhead ?? 0, analysis.codes?.lookAhead ?? 0),
      as: options.codec == .automatic ? usual : options.codec)
  }

  func process(
    _ movie: FilePath, to output: FilePath, overwriting: Bool,
    reporting report: @escaping @Sendable (MovieProgress) -> Void
  ) async throws -> ProcessedMovie {
    // Identities count from the movie's beginning.
    let start = stack.selectedFaces.isEmpty ? options.start : nil
    let source = try MovieSource(movie: try url(movie), from: start, to: options.end)
    let target = try url(output)
    return try await processor.process(
      source, to: .movie(target), overwriting: overwriting, finishingWhenCancelled: false, reporting: report)
  }

  /// - Throws: `unreadable` for a path that is not UTF-8: URLs hold none.
  private func url(_ path: FilePath) throws(PhotoFileError) -> URL {
    guard path.isText else {
      throw .unreadable(
        file: path.shown, reason: "its path is not UTF-8, as that of a movie has to be; rename the file")
    }
    return URL(filePath: path.string)
  }
}
