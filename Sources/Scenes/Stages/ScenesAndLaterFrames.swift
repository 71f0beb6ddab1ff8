import Imaging
import Segmentation

/// The scenes of a stream in order, each after the later frames that its background needs.
struct ScenesAndLaterFrames: AsyncSequence, Sendable {
  typealias Failure = SceneError

  enum Element: Sendable {
    case laterFrame(BackgroundObservation)
    case scene(Scene)
  }

  private let scenes: AnyElements<Scene>
  private let later: AnyElements<BackgroundObservation>?
  private let reach: Double

  /// - Parameters:
  ///   - later: the background in frames of the same stream, read independently; nil for none.
  ///   - reach: how many seconds after a scene the last of the later frames is that precedes it here.
  init(_ scenes: AnyElements<Scene>, later: AnyElements<BackgroundObservation>?, reach: Double) {
    self.scenes = scenes
    self.later = later
    self.reach = reach
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(scenes: scenes.makeAsyncIterator(), later: later?.makeAsyncIterator(), reach: reach)
  }

  struct Iterator: AsyncIteratorProtocol {
    var scenes: AnyElements<Scene>.Iterator
    /// nil at the end.
    var later: AnyElements<BackgroundObservation>.Iterator?
    let reach: Double
    /// The scene that comes next.
    private var scene: Scene?
    /// The next of the later frames.
    private var frame: BackgroundObservation?

    init(scenes: AnyElements<Scene>.Iterator, later: AnyElements<BackgroundObservation>.Iterator?, reach: Double) {
      self.scenes = scenes
      self.later = later
      self.reach = reach
    }

    mutating func next() async throws(SceneError) -> Element? {
      if scene == nil { scene = try await scenes.next() }
      guard let scene else { return nil }
      // An error is not reported here: the scenes read the same frames, and report it.
      if frame == nil { frame = try? await later?.next() }
      guard let frame else {
        later = nil
        self.scene = nil
        return .scene(scene)
      }
      guard frame.time.seconds <= scene.time.seconds + reach else {
        self.scene = nil
        return .scene(scene)
      }
      self.frame = nil
      return .laterFrame(frame)
    }
  }
}
