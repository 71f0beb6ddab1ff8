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
      if frame == nil { frame = try await nextLaterFrame() }
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

    /// The next of the later frames; nil at their end.
    ///
    /// - Throws: the error of the networks. An error of the source only ends these frames: the scenes read the same
    ///   frames, and report it where they meet it. Nothing else would report a failure of the networks here, and the
    ///   mattes of the rest of the movie would be worse.
    private mutating func nextLaterFrame() async throws(SceneError) -> BackgroundObservation? {
      do throws(SceneError) {
        return try await later?.next()
      } catch {
        if case .mattes = error { throw error }
        return nil
      }
    }
  }
}
