import Effects

/// The scenes of a stream, in the order and with the times of its frames.
///
/// Faces, mattes, drawing and coding are stages of their own, which work on neighbouring frames at once, each on one
/// frame at a time. Between two stages at most two frames wait, so that memory does not grow with the stream. Nothing
/// is computed before the first scene is requested. When the task is cancelled, the sequence ends within a frame.
///
/// A value, which may be shared between tasks; whether each iterator begins at the first frame is as with the frames.
///
/// ```swift
/// let movie = try VideoFile(contentsOf: clip)
/// for try await scene in movie.frames.scenes(faces: FaceTracking(), mattes: [.portrait]) {
///   print(scene.time.seconds, scene.faces.map(\.id))
/// }
/// ```
public struct SceneSequence: AsyncSequence, Sendable {
  public typealias Element = Scene
  public typealias Failure = SceneError

  let scenes: AnyElements<Scene>

  /// The scenes with an effect on their pictures. Nothing is drawn before a frame is requested.
  public func applying(_ effect: some Effect) -> SceneSequence { applying(EffectStack([effect])) }

  /// The scenes with several effects on their pictures, one after the other.
  public func applying(_ stack: EffectStack) -> SceneSequence { mapped { $0.applying(stack) } }

  /// The scenes changed by a function: for effects of your own. It is called for one scene after the other.
  public func mapped(_ transform: @escaping @Sendable (Scene) async throws -> Scene) -> SceneSequence {
    SceneSequence(scenes: AnyElements(scenes.map(transform)))
  }

  /// The rendered pictures of the scenes as frames. See ``Scene/rendered(by:)``.
  public var frames: RenderedFrames { RenderedFrames(scenes: scenes) }

  public func makeAsyncIterator() -> Iterator { Iterator(scenes: scenes.makeAsyncIterator()) }

  /// Gives the scenes one by one.
  public struct Iterator: AsyncIteratorProtocol {
    var scenes: AnyElements<Scene>.Iterator

    /// The next scene, or nil when there are no more.
    public mutating func next() async throws(SceneError) -> Scene? { try await scenes.next() }
  }
}
