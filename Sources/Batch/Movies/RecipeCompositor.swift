import FoundationEssentials
import MatteKit

/// A recipe of filters as the compositor of a movie: each frame is the recipe's first input.
public struct RecipeCompositor: Sendable {
  /// An input beside the movie.
  public enum Companion: Sendable {
    /// An upright picture with its mattes, the same for all frames.
    case picture(Image, mattes: MatteSet)
    /// Another movie, which advances with the frames and repeats at its end. It has no mattes.
    case movie(URL)
  }

  private let recipe: Recipe
  private let input: String
  private let companions: [String: Companion]
  private let cubes: [String: ColorCubeTable]

  /// - Parameters:
  ///   - recipe: the filters.
  ///   - input: the name of the movie in the recipe.
  ///   - companions: the recipe's other inputs by name.
  ///   - cubes: the colour cubes by their file names.
  public init(
    _ recipe: Recipe, input: String, companions: [String: Companion] = [:], cubes: [String: ColorCubeTable] = [:]
  ) {
    self.recipe = recipe
    self.input = input
    self.companions = companions
    self.cubes = cubes
  }

  /// The movies that run along.
  var movies: [URL] {
    companions.values.compactMap { if case .movie(let url) = $0 { url } else { nil } }
  }

  /// The faces, codes and mattes that the recipe needs.
  public func analysis(quality: MatteQuality, weights: ModelWeights) -> SceneAnalysis {
    let kinds = recipe.matteKinds(of: input, among: [input] + companions.keys).intersection(MatteKind.generated)
    return SceneAnalysis(making: kinds, quality: quality, weights: weights)
  }

  /// The compositor for one movie.
  ///
  /// - Throws: `FrameStreamError` if a movie beside it cannot be opened.
  public func compositor() throws(FrameStreamError) -> MovieProcessor.Compositor {
    var running: [String: RunningMovie] = [:]
    var images: [String: Image] = [:]
    var mattes: [String: MatteSet] = [:]
    for (name, companion) in companions {
      switch companion {
      case .picture(let image, let found): (images[name], mattes[name]) = (image, found)
      case .movie(let url): running[name] = try RunningMovie(contentsOf: url)
      }
    }
    return { [running, images, mattes] scene in
      var inputs = RecipeInputs(images: images, mattes: mattes, cubes: cubes)
      for (name, movie) in running { inputs.images[name] = try await movie.picture(at: scene.time).image }
      let orientation = scene.frame.orientation
      inputs.images[input] = scene.image.oriented(orientation)
      inputs.mattes[input] = MatteSet(
        scene.mattes.map { $0.transformed(to: .upright, orientation: orientation) })
      let upright = orientation.apply(to: scene.frame.size)
      let (image, size) = try recipe.image(of: inputs).framed(recipe.extent, of: upright, storedAs: orientation)
      var result = scene
      result.image = image
      result.isOpaque = image.isOpaque
      result.renderedSize = size
      return result
    }
  }
}
