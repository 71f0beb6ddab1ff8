import FilterGraph
import FrameStream
import Imaging

/// The pictures of scenes, rendered as frames, in order and with their times.
///
/// A frame is drawn while the next one is analysed. May be shared between tasks.
public struct RenderedFrames: AsyncSequence, Sendable {
  public typealias Element = Frame
  public typealias Failure = SceneError

  private let frames: AnyElements<Frame>

  init(scenes: AnyElements<Scene>) {
    let renderer = Renderer()
    frames =
      Stage(scenes, label: "rendering", qos: .utility) { () throws(SceneError) in
        PerElement<Scene, Frame> { scene throws(SceneError) in
          do throws(RenderError) {
            return try scene.rendered(by: renderer)
          } catch {
            throw .rendering(error)
          }
        }
      }.ahead
  }

  public func makeAsyncIterator() -> Iterator { Iterator(frames: frames.makeAsyncIterator()) }

  /// Gives the frames one by one.
  public struct Iterator: AsyncIteratorProtocol {
    var frames: AnyElements<Frame>.Iterator

    /// The next frame, or nil when there are no more.
    public mutating func next() async throws(SceneError) -> Frame? { try await frames.next() }
  }
}
