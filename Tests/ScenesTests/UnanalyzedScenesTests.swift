import Imaging
import Testing

@testable import Scenes

@Suite struct UnanalyzedScenesTests {
  private struct Broken: Error {}

  /// Frames, and then perhaps an error.
  private static func frames(_ count: Int, isBroken: Bool = false) -> AsyncThrowingStream<Frame, any Error> {
    AsyncThrowingStream { continuation in
      for number in 0..<count {
        let pixels = PixelBuffer(size: PixelSize(width: 4, height: 2), format: .rgba8)
        continuation.yield(Frame(pixels: pixels, time: MediaTime(value: Int64(number), timescale: 25)))
      }
      continuation.finish(throwing: isBroken ? Broken() : nil)
    }
  }

  @Test("the only frame of a stream is known as such, and no frame of another", arguments: 0...3)
  func onlyFrame(count: Int) async throws {
    var scenes: [Scene] = []
    for try await scene in UnanalyzedScenes(Self.frames(count), findingOnlyFrame: true) { scenes.append(scene) }
    #expect(scenes.map(\.time.value) == (0..<count).map(Int64.init))
    #expect(scenes.map(\.isOnlyFrame) == (count == 1 ? [true] : [Bool](repeating: false, count: count)))
  }

  @Test("a stream that fails after its first frame returns it, not as a photo, and then its error")
  func brokenStream() async throws {
    var iterator = UnanalyzedScenes(Self.frames(1, isBroken: true), findingOnlyFrame: true).makeAsyncIterator()
    let scene = try #require(try await iterator.next())
    #expect(!scene.isOnlyFrame)
    await #expect(throws: Broken.self) { try await iterator.next() }
  }

  @Test("if no analysis depends on a single frame, none waits for the next")
  func live() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Frame.self)
    let pixels = PixelBuffer(size: PixelSize(width: 4, height: 2), format: .rgba8)
    continuation.yield(Frame(pixels: pixels, time: MediaTime(value: 0, timescale: 25)))
    var iterator = UnanalyzedScenes(stream, findingOnlyFrame: false).makeAsyncIterator()
    // Nothing more comes: this would never return.
    let scene = try await iterator.next()
    #expect(scene?.isOnlyFrame == false)
    continuation.finish()
  }
}
