import FoundationEssentials
import MatteKit

/// Effects with their settings as the compositor of one stream: movies among the pictures of settings advance with it.
public struct RunningEffects: Sendable {
  /// Draws a scene's picture. Scenes come in order.
  public let compositor: MovieProcessor.Compositor

  /// The files of the movies among the pictures of settings.
  static func movies(of preset: EffectPreset) -> Set<String> {
    Set(preset.pictures.filter(\.isMovie).compactMap(\.source))
  }

  /// Opens the movies that run along.
  ///
  /// - Parameter preset: the effects.
  /// - Throws: `FrameStreamError` if one cannot be opened.
  public init(_ preset: EffectPreset) throws(FrameStreamError) {
    var running: [String: RunningMovie] = [:]
    for movie in Self.movies(of: preset) {
      running[movie] = try RunningMovie(contentsOf: URL(filePath: movie))
    }
    guard !running.isEmpty else {
      let stack = preset.stack
      compositor = { scene in scene.applying(stack) }
      return
    }
    compositor = { [running] scene in
      var pictures: [String: EffectValue.Picture] = [:]
      for (name, movie) in running { pictures[name] = try await movie.picture(at: scene.time) }
      return scene.applying(try preset.with(pictures: pictures).stack)
    }
  }

  /// The effects for a photo beside such a stream: movies show their first picture.
  ///
  /// - Throws: ``ProcessingError/frames(_:)`` if a movie cannot be read.
  public static func still(_ preset: EffectPreset) async throws(ProcessingError) -> EffectStack {
    var pictures: [String: EffectValue.Picture] = [:]
    do {
      for movie in movies(of: preset) {
        pictures[movie] = try await RunningMovie(contentsOf: URL(filePath: movie)).picture(at: .zero)
      }
      return pictures.isEmpty ? preset.stack : try preset.with(pictures: pictures).stack
    } catch {
      throw ProcessingError(error)
    }
  }
}
