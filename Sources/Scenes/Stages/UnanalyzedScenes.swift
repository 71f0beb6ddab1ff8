import Imaging

/// The scenes of a stream, before anything is found in them.
///
/// The first one waits for the second frame, to determine whether it is the only one: see
/// ``SceneAnalysis/takesOnlyFrameAsPhoto``.
struct UnanalyzedScenes<Frames: AsyncSequence & Sendable>: AsyncSequence, Sendable where Frames.Element == Frame {
  typealias Element = Scene
  typealias Failure = any Error

  private let frames: Frames
  private let findsOnlyFrame: Bool

  /// - Parameter findsOnlyFrame: whether ``Scene/isOnlyFrame`` is set; no scene waits if not.
  init(_ frames: Frames, findingOnlyFrame findsOnlyFrame: Bool) {
    self.frames = frames
    self.findsOnlyFrame = findsOnlyFrame
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(frames: frames.makeAsyncIterator(), waitsForSecond: findsOnlyFrame)
  }

  struct Iterator: AsyncIteratorProtocol {
    var frames: Frames.AsyncIterator
    var waitsForSecond: Bool
    /// The second frame, or its error, until it is requested.
    private var second: Result<Frame?, any Error>?

    init(frames: Frames.AsyncIterator, waitsForSecond: Bool) {
      self.frames = frames
      self.waitsForSecond = waitsForSecond
    }

    mutating func next() async throws -> Scene? {
      if let second {
        self.second = nil
        return try second.get().map { Scene($0) }
      }
      guard var scene = try await frames.next().map({ Scene($0) }) else { return nil }
      guard waitsForSecond else { return scene }
      waitsForSecond = false
      do {
        let next = try await frames.next()
        second = .success(next)
        scene.isOnlyFrame = next == nil
      } catch {
        second = .failure(error)
      }
      return scene
    }
  }
}
