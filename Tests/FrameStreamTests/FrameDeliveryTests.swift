import Imaging
import Synchronization
import Testing

@testable import FrameStream

@Suite struct FrameDeliveryTests {
  /// Delivers frames as quickly as they are consumed, then ends or fails.
  private final class Burst: FrameProvider {
    let times: [Double]
    let failure: FrameStreamError?
    /// How many turns of a loop each frame takes the source.
    let pause: Int
    private let asked = Mutex(0)

    init(_ times: [Double], failure: FrameStreamError? = nil, pause: Int = 0) {
      self.times = times
      self.pause = pause
      self.failure = failure
    }

    /// Whether the end was delivered.
    var isOver: Bool { asked.withLock { $0 > times.count } }

    func next(isolation: isolated (any Actor)?) async throws(FrameStreamError) -> Frame? {
      for _ in 0..<pause { _ = isOver }
      let index = asked.withLock { asked in
        asked += 1
        return asked - 1
      }
      guard index < times.count else {
        if let failure, index == times.count { throw failure }
        return nil
      }
      return Frame(
        pixels: PixelBuffer(size: PixelSize(width: 1, height: 1), format: .rgba8),
        time: MediaTime(value: Int64(times[index] * 1000), timescale: 1000))
    }
  }

  private final class Drops: Sendable {
    let frames = Mutex<[DroppedFrame]>([])
    var times: [Double] { frames.withLock { $0.map(\.time.seconds) } }
  }

  private static let ten = (1...10).map(Double.init)

  /// Takes one frame, lets the source deliver all it has, and takes the rest.
  private func take(
    _ burst: Burst, _ delivery: FrameDelivery, interval: Double? = nil
  ) async throws -> (seen: [Double], counts: FrameCounts, drops: Drops) {
    let drops = Drops()
    let counts = FrameCounts { frame in drops.frames.withLock { $0.append(frame) } }
    let frames = FrameSequence(interval: interval) { burst }.delivered(delivery, counting: counts)
    var iterator = frames.makeAsyncIterator()
    var seen: [Double] = []
    if let first = try await iterator.next() { seen.append(first.time.seconds) }
    while delivery != .everyFrame, !burst.isOver { await Task.yield() }
    while let frame = try await iterator.next() { seen.append(frame.time.seconds) }
    return (seen, counts, drops)
  }

  @Test func `the policy every frame drops none, and the source waits`() async throws {
    let (seen, counts, drops) = try await take(Burst(Self.ten), .everyFrame)
    #expect(seen == Self.ten)
    #expect(counts.delivered == 10 && counts.dropped == 0 && drops.times.isEmpty)
  }

  @Test func `the policy latest drops late frames, and reports each`() async throws {
    for _ in 0..<20 {
      let (seen, counts, drops) = try await take(Burst(Self.ten), .latest)
      #expect(seen.last == 10 && seen.count <= 2)
      #expect(seen == seen.sorted())
      #expect((seen + drops.times).sorted() == Self.ten)
      #expect(counts.delivered == seen.count)
      #expect(counts.dropped(for: .late) == 10 - seen.count && counts.dropped == 10 - seen.count)
    }
  }

  @Test func `a buffer drops frames when it is full`() async throws {
    for _ in 0..<20 {
      let (seen, counts, drops) = try await take(Burst(Self.ten), .buffered(3))
      #expect((3...4).contains(seen.count))
      #expect(seen == (1...seen.count).map(Double.init))
      #expect((seen + drops.times).sorted() == Self.ten)
      #expect(counts.dropped(for: .outOfBuffers) == 10 - seen.count)
      #expect(drops.frames.withLock { $0.allSatisfy { $0.count == 1 && $0.reason == .outOfBuffers } })
    }
  }

  @Test func `a gap of an evenly paced source and a step back are discontinuities`() async throws {
    let (seen, counts, drops) = try await take(Burst([0, 1, 2, 5, 6.4, 7, 3, 4]), .everyFrame, interval: 1)
    #expect(seen.count == 8)
    #expect(drops.times == [5, 3])
    // How many frames a gap lacks is not known.
    #expect(drops.frames.withLock { $0.allSatisfy { $0.count == nil && $0.size == PixelSize(width: 1, height: 1) } })
    #expect(counts.dropped(for: .discontinuity) == 2 && counts.delivered == 8)
    // A source without an even rate may have gaps.
    let uneven = try await take(Burst([0, 1, 2, 5, 6.4, 7, 3, 4]), .everyFrame)
    #expect(uneven.drops.times == [3])
  }

  @Test(arguments: [FrameDelivery.everyFrame, .latest, .buffered(20)])
  func `an error follows the frames before it, once`(delivery: FrameDelivery) async throws {
    let failure = FrameStreamError.malformed(file: "burst", reason: "it was to fail")
    let burst = Burst([1, 2, 3], failure: failure)
    var iterator = FrameSequence { burst }.delivered(delivery).makeAsyncIterator()
    var seen: [Double] = []
    var errors: [FrameStreamError] = []
    for _ in 0..<6 {
      do throws(FrameStreamError) {
        if let frame = try await iterator.next() { seen.append(frame.time.seconds) }
      } catch {
        errors.append(error)
      }
    }
    #expect(errors == [failure])
    #expect(seen.last == 3)
    if delivery != .latest { #expect(seen == [1, 2, 3]) }
  }

  /// Never has a frame.
  private final class Silence: FrameProvider {
    func next(isolation: isolated (any Actor)?) async throws(FrameStreamError) -> Frame? {
      while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
      return nil
    }
  }

  @Test func `a cancelled task stops waiting for a frame`() async throws {
    let frames = FrameSequence { Silence() }.delivered(.latest)
    let task = Task {
      var iterator = frames.makeAsyncIterator()
      return try await iterator.next() == nil
    }
    task.cancel()
    #expect(try await task.value)
  }

  /// Frames that arrive while the consumer requests one must keep their order, and none may remain while the consumer
  /// waits.
  @Test(.timeLimit(.minutes(20)))
  func `no frame is lost or reordered in a race with the consumer`() async throws {
    let times = (1...20).map(Double.init)
    for run in 0..<6_000 {
      let frames = FrameSequence { Burst(times, pause: run % 40 * 10) }.delivered(.buffered(times.count))
      let consumer = Task {
        var seen: [Double] = []
        for try await frame in frames { seen.append(frame.time.seconds) }
        return seen
      }
      // A cancelled consumer gets the end: a frame that never arrives fails the test and does not hang it.
      let watchdog = Task {
        try await Task.sleep(for: .seconds(120))
        consumer.cancel()
      }
      let seen = try await consumer.value
      watchdog.cancel()
      try #require(seen == times, "run \(run)")
    }
  }

  @Test func `a queue without a reader ends its source`() async throws {
    final class Endless: FrameProvider {
      let onCancel: @Sendable () -> Void
      init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }
      func next(isolation: isolated (any Actor)?) async throws(FrameStreamError) -> Frame? {
        try? await Task.sleep(for: .milliseconds(1))
        if Task.isCancelled { onCancel() }
        return Frame(pixels: PixelBuffer(size: PixelSize(width: 1, height: 1), format: .rgba8), time: .zero)
      }
    }
    let flag = SharedFlag()
    do {
      let frames = FrameSequence { Endless { flag.raise() } }.delivered(.latest)
      for try await _ in frames { break }
    }
    // A minute and more, because other tests run at the same time.
    for _ in 0..<60_000 where !flag.isRaised { try await Task.sleep(for: .milliseconds(1)) }
    #expect(flag.isRaised)
  }

  private final class SharedFlag: Sendable {
    private let state = Mutex(false)
    var isRaised: Bool { state.withLock { $0 } }
    func raise() { state.withLock { $0 = true } }
  }
}
