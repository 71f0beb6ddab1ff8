import FoundationEssentials
import MatteKit
import Synchronization

/// Whether a movie's pictures keep their alpha: those of a source that declares itself translucent do. For others the
/// first picture decides, because all pictures of one movie are alike. May be shared by threads.
final class MovieTransparency: Sendable {
  private let target: MovieTarget
  private let alpha: Mutex<AlphaDecision>

  /// - Parameters:
  ///   - codec: how the pictures of a movie are coded.
  ///   - source: where the frames come from.
  init(_ target: MovieTarget, codec: VideoCodec, of source: MovieSource) {
    self.target = target
    let isHeld =
      switch target {
      case .movie(let url):
        MovieContainer(pathExtension: url.pathExtension)?.holds(codec, withAlpha: true) ?? false
      case .y4m: false
      case .images(_, let format): format != .jpeg
      }
    alpha = Mutex(
      AlphaDecision(holdingAlpha: isHeld, statedBySource: source.file?.format.statesAlpha ?? false))
  }

  /// The content of the pictures; nil before the first.
  var content: MovieContent? { alpha.withLock(\.content) }

  /// Whether a translucent picture is written opaque.
  var hasFlattened: Bool { alpha.withLock(\.hasFlattened) }

  /// The scene with its picture opaque or not, as those before it.
  func settled(_ scene: Scene) -> Scene {
    let isOpaque = scene.isOpaque && scene.frame.isOpaque
    var result = scene
    result.isOpaque = alpha.withLock { $0.flattens(frameThatIsOpaque: isOpaque) }
    if result.isOpaque, !scene.frame.isOpaque { result.image = scene.image.composited(over: .color(.black)) }
    return result
  }

  /// A warning of lost transparency; nil if none is lost.
  var warning: String? {
    alpha.withLock {
      $0.warning(of: target.name, keptBy: ".webm (VP9), .mov (ProRes 4444), .mkv (FFV1) or a folder of PNG files")
    }
  }
}
