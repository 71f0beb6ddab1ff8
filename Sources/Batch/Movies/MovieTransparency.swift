import FoundationEssentials
import MatteKit
import Synchronization

/// Whether a movie's pictures keep what shines through them, which the first of them decides: all of one movie are alike.
/// May be shared by threads.
final class MovieTransparency: Sendable {
  private let target: MovieTarget
  private let isHeld: Bool
  private let isOpaque = Mutex<Bool?>(nil)

  /// - Parameter codec: how the pictures of a movie are coded.
  init(_ target: MovieTarget, codec: VideoCodec) {
    self.target = target
    isHeld =
      switch target {
      case .movie(let url):
        MovieContainer(pathExtension: url.pathExtension)?.holds(codec, withAlpha: true) ?? false
      case .y4m: false
      case .images(_, let format): format != .jpeg
      }
  }

  /// What the pictures hold; nil before the first.
  var content: MovieContent? { isOpaque.withLock { $0 }.map { $0 || !isHeld ? .color : .colorWithAlpha } }

  /// The scene with its picture opaque, or not, as those before it.
  func settled(_ scene: Scene) -> Scene {
    // The frame's own pixels tell, which are there where they may be translucent.
    let hasOpaqueFrame = scene.frame.picture != nil || scene.frame.pixels.alphaType == .opaque
    let first = isOpaque.withLock { known in
      known = known ?? (scene.isOpaque && hasOpaqueFrame)
      return known ?? true
    }
    var result = scene
    result.isOpaque = first || !isHeld
    if result.isOpaque, !hasOpaqueFrame { result.image = scene.image.composited(over: .color(.black)) }
    return result
  }

  /// What is lost, one sentence each.
  var warnings: [String] {
    guard !isHeld, isOpaque.withLock({ $0 }) == false else { return [] }
    let others = "write .webm (VP9), .mov (ProRes 4444), .mkv (FFV1) or a folder of PNG files"
    return ["\(target.name) has no transparency: what is transparent is black; \(others) to keep it"]
  }
}
