import Imaging
import Testing

@testable import Scenes
@testable import Segmentation

@Suite struct ScenesAndLaterFramesTests {
  private struct Broken: Error {}

  private static func frames(_ times: [Int64], isBroken: Bool = false) -> AnyElements<Frame> {
    AnyElements(
      AsyncThrowingStream { continuation in
        for time in times {
          let pixels = PixelBuffer(size: PixelSize(width: 4, height: 2), format: .rgba8)
          continuation.yield(Frame(pixels: pixels, time: MediaTime(value: time, timescale: 10)))
        }
        continuation.finish(throwing: isBroken ? Broken() : nil)
      })
  }

  private static func observations(_ times: [Int64], isBroken: Bool = false) -> AnyElements<BackgroundObservation> {
    AnyElements(
      frames(times, isBroken: isBroken).map { frame in
        try BackgroundObservation(of: frame.pixels, parts: [], time: frame.time)
      })
  }

  /// A stage in the place of `BackgroundStage`, whose networks fail in a frame.
  private struct FailingStage: StageWork {
    /// The time of that frame.
    let time: Int64

    func results(for frame: Frame) throws(SceneError) -> [BackgroundObservation] {
      do throws(SegmentationError) {
        if frame.time.value == time { throw .unexpectedOutput(network: "people", reason: "a test") }
        return [try BackgroundObservation(of: frame.pixels, parts: [], time: frame.time)]
      } catch { throw .mattes(error) }
    }
  }

  private static func observations(_ times: [Int64], failingAt time: Int64) -> AnyElements<BackgroundObservation> {
    Stage(frames(times), label: "background") { FailingStage(time: time) }.ahead
  }

  /// Scenes and later frames in their order: the time of a scene, or of a later frame as a number below 0.
  private static func order(
    _ scenes: [Int64], later: AnyElements<BackgroundObservation>?, reach: Double, isBroken: Bool = false
  ) async throws -> [Int64] {
    let unanalyzed = AnyElements(UnanalyzedScenes(frames(scenes, isBroken: isBroken), findingOnlyFrame: false))
    var order: [Int64] = []
    do {
      for try await element in ScenesAndLaterFrames(unanalyzed, later: later, reach: reach) {
        switch element {
        case .scene(let scene): order.append(scene.time.value)
        case .laterFrame(let frame): order.append(-frame.time.value)
        }
      }
    } catch {
      order.append(.max)
    }
    return order
  }

  @Test("later frames come before the scenes that need them, and no sooner")
  func reach() async throws {
    let later = Self.observations([1, 4, 7, 10, 13])
    #expect(
      try await Self.order([0, 1, 2, 3, 4], later: later, reach: 0.5) == [-1, -4, 0, 1, -7, 2, 3, 4])
  }

  @Test("without later frames, and after the last of them, scenes come by themselves")
  func withoutLaterFrames() async throws {
    #expect(try await Self.order([1, 2], later: nil, reach: 1) == [1, 2])
    #expect(try await Self.order([1, 2, 3], later: Self.observations([2]), reach: 9) == [-2, 1, 2, 3])
    #expect(try await Self.order([], later: Self.observations([2]), reach: 9).isEmpty)
  }

  @Test("an error of later frames does not end the scenes, and an error of scenes is reported")
  func errors() async throws {
    #expect(try await Self.order([1, 2], later: Self.observations([2], isBroken: true), reach: 9) == [-2, 1, 2])
    #expect(try await Self.order([1], later: Self.observations([2]), reach: 9, isBroken: true) == [-2, 1, .max])
  }

  @Test func `an error of the networks in a later frame ends the scenes with it`() async throws {
    let later = Self.observations([2, 7, 9], failingAt: 7)
    #expect(try await Self.order([1, 2, 3, 4], later: later, reach: 0.5) == [-2, .max])
    let unanalyzed = AnyElements(UnanalyzedScenes(Self.frames([1]), findingOnlyFrame: false))
    var iterator = ScenesAndLaterFrames(unanalyzed, later: Self.observations([2], failingAt: 2), reach: 9)
      .makeAsyncIterator()
    do {
      _ = try await iterator.next()
      Issue.record("no error")
    } catch {
      guard case .mattes(.unexpectedOutput) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }
}
