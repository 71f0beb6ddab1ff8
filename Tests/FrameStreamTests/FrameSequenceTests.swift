import Imaging
import Synchronization
import Testing

@testable import FrameStream

@Suite struct FrameSequenceTests {
  /// Counts how often it was asked.
  private final class Counter: Sendable {
    let count = Mutex(0)
    func increment() -> Int {
      count.withLock { value in
        value += 1; return value
      }
    }
    var value: Int { count.withLock { $0 } }
  }

  private struct CountedSource: FrameSource {
    let counter: Counter
    var failsAt = Int.max

    mutating func nextFrame() throws(FrameStreamError) -> Frame? {
      let count = counter.increment()
      if count == failsAt { throw .malformed(file: "counted", reason: "it was to fail") }
      return Frame(
        pixels: PixelBuffer(size: PixelSize(width: 1, height: 1), format: .rgba8),
        time: MediaTime(value: Int64(count), timescale: 10))
    }
  }

  private func sequence(_ source: CountedSource) -> FrameSequence {
    let pump = FramePump { () throws(FrameStreamError) in source }
    return FrameSequence { pump }
  }

  @Test func `frames are decoded only on request`() async throws {
    let counter = Counter()
    var iterator = sequence(CountedSource(counter: counter)).makeAsyncIterator()
    #expect(counter.value == 0)
    for expected in 1...3 {
      let frame = try await iterator.next()
      #expect(frame?.time == MediaTime(value: Int64(expected), timescale: 10))
      #expect(counter.value == expected)
    }
  }

  @Test func `an error ends the sequence`() async throws {
    let counter = Counter()
    var iterator = sequence(CountedSource(counter: counter, failsAt: 2)).makeAsyncIterator()
    #expect(try await iterator.next() != nil)
    await #expect(throws: FrameStreamError.malformed(file: "counted", reason: "it was to fail")) {
      _ = try await iterator.next()
    }
    #expect(try await iterator.next() == nil)
    #expect(counter.value == 2)
  }

  @Test func `a cancelled task gets no further frame`() async throws {
    let counter = Counter()
    let frames = sequence(CountedSource(counter: counter))
    let task = Task {
      var seen = 0
      for try await _ in frames {
        seen += 1
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return seen
    }
    #expect(try await task.value == 1)
    #expect(counter.value == 1)
  }

  @Test func `the error is typed`() async {
    let frames = sequence(CountedSource(counter: Counter(), failsAt: 1))
    do throws(FrameStreamError) {
      for try await _ in frames { Issue.record("there is no frame to give") }
      Issue.record("the sequence was to fail")
    } catch {
      #expect(error.description == "counted: damaged or incomplete: it was to fail")
    }
  }
}
