import FoundationEssentials
import MatteKit
import Synchronization

/// Whether a movie's pictures keep what shines through them: those of a source that says that it is translucent do, and of others
/// the first picture decides, because all of one movie are alike. May be shared by threads.
final class MovieTransparency: Sendable {
  private let target: MovieTarget
  private let isHeld: Bool
  private let statesAlpha: Bool
  private let state = Mutex(State())

  private struct State {
    /// Whether the pictures are opaque; nil before the first.
    var isOpaque: Bool?
    /// Whether a picture was translucent that is written opaque.
    var hasFlattened = false
  }

  /// - Parameters:
  ///   - codec: how the pictures of a movie are coded.
  ///   - source: where the frames come from.
  init(_ target: MovieTarget, codec: VideoCodec, of source: MovieSource) {
    self.target = target
    statesAlpha = source.file?.format.statesAlpha ?? false
    isHeld =
      switch target {
      case .movie(let url):
        MovieContainer(pathExtension: url.pathExtension)?.holds(codec, withAlpha: true) ?? false
      case .y4m: false
      case .images(_, let format): format != .jpeg
      }
  }

  /// What the pictures hold; nil before the first.
  var content: MovieContent? {
    state.withLock(\.isOpaque).map { $0 || !isHeld ? .color : .colorWithAlpha }
  }

  /// Whether a picture was translucent that is written opaque.
  var hasFlattened: Bool { state.withLock(\.hasFlattened) }

  /// The scene with its picture opaque, or not, as those before it.
  func settled(_ scene: Scene) -> Scene {
    // The frame's own pixels tell, which are there where they may be translucent.
    let hasOpaqueFrame = scene.frame.picture != nil || scene.frame.pixels.alphaType == .opaque
    let isOpaque = scene.isOpaque && hasOpaqueFrame
    var result = scene
    result.isOpaque = state.withLock { state in
      let first = state.isOpaque ?? (isOpaque && !statesAlpha)
      state.isOpaque = first
      guard first || !isHeld else { return false }
      if !isOpaque { state.hasFlattened = true }
      return true
    }
    if result.isOpaque, !hasOpaqueFrame { result.image = scene.image.composited(over: .color(.black)) }
    return result
  }

  /// What is lost, one sentence each.
  var warnings: [String] {
    guard hasFlattened else { return [] }
    guard !isHeld else {
      return ["its first frame is opaque, and so all are written: what is transparent in later ones is black"]
    }
    let others = "write .webm (VP9), .mov (ProRes 4444), .mkv (FFV1) or a folder of PNG files"
    return ["\(target.name) has no transparency: what is transparent is black; \(others) to keep it"]
  }
}
