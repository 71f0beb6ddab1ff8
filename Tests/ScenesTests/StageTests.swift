import Synchronization
import Testing

@testable import Scenes

@Suite struct StageTests {
  /// Numbers, counted as they are asked for; an error at one of them.
  private struct Numbers: AsyncSequence, Sendable {
    let count: Int
    var failsAt: Int?
    let asked: Counter

    func makeAsyncIterator() -> Iterator { Iterator(numbers: self) }

    struct Iterator: AsyncIteratorProtocol {
      let numbers: Numbers
      var next = 0

      mutating func next() async throws -> Int? {
        guard next < numbers.count else { return nil }
        if next == numbers.failsAt { throw Broken() }
        defer { next += 1 }
        numbers.asked.value.withLock { $0 += 1 }
        return next
      }
    }
  }

  private struct Broken: Error {}
  private final class Counter: Sendable { let value = Mutex(0) }

  /// Holds back one element, as looking ahead does.
  private struct Delay: StageWork {
    private var held: Int?

    mutating func results(for input: Int) throws(SceneError) -> [Int] {
      defer { held = input }
      return held.map { [$0] } ?? []
    }

    mutating func finish() throws(SceneError) -> [Int] { held.map { [$0] } ?? [] }
  }

  @Test("stages return every element once, in order, also those held back at the end")
  func order() async throws {
    let numbers = Numbers(count: 500, asked: Counter())
    let stages = Stage(
      Stage(numbers, label: "first") { PerElement<Int, Int> { $0 * 2 } }.ahead, label: "second", beginning: { Delay() }
    ).ahead
    var all: [Int] = []
    for try await number in stages { all.append(number) }
    #expect(all == (0..<500).map { $0 * 2 })
  }

  @Test("nothing is requested before the first result is, and then no more than the stages hold")
  func boundedDemand() async throws {
    let asked = Counter()
    let stages = Stage(
      Stage(Numbers(count: 1000, asked: asked), label: "first") { PerElement<Int, Int> { $0 } }.ahead, label: "second"
    ) { PerElement<Int, Int> { $0 } }.ahead
    #expect(asked.value.withLock { $0 } == 0)
    var iterator = stages.makeAsyncIterator()
    #expect(try await iterator.next() == 0)
    // The stages fill by themselves, sooner or later, and never hold more.
    while asked.value.withLock({ $0 }) < 2 { try await Task.sleep(for: .milliseconds(1)) }
    try await Task.sleep(for: .milliseconds(200))
    let early = asked.value.withLock { $0 }
    #expect(early <= 8, "\(early) elements for one result")
    _ = iterator
  }

  @Test("held elements come before the error that ends the input")
  func heldBackBeforeFailure() async throws {
    let stages = Stage(
      Stage(Numbers(count: 10, failsAt: 4, asked: Counter()), label: "first") { PerElement<Int, Int> { $0 } }.ahead,
      label: "second", beginning: { Delay() }
    ).ahead
    var all: [Int] = []
    await #expect(throws: SceneError.self) {
      for try await number in stages { all.append(number) }
    }
    #expect(all == [0, 1, 2, 3])
  }

  @Test("an error comes after the results before it, and ends the sequence")
  func failure() async throws {
    let stages = Stage(Numbers(count: 10, failsAt: 4, asked: Counter()), label: "first") {
      PerElement<Int, Int> { $0 }
    }.ahead
    var all: [Int] = []
    await #expect(throws: SceneError.self) {
      for try await number in stages { all.append(number) }
    }
    #expect(all == [0, 1, 2, 3])
  }

  @Test("a cancelled task gets no more results, and its source is read no further")
  func cancellation() async throws {
    let asked = Counter()
    let stages = Stage(Numbers(count: .max, asked: asked), label: "endless") { PerElement<Int, Int> { $0 } }.ahead
    let taken = Counter()
    let task = Task {
      for try await _ in stages { taken.value.withLock { $0 += 1 } }
    }
    while taken.value.withLock({ $0 }) < 3 { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    try await task.value
    let end = asked.value.withLock { $0 }
    try await Task.sleep(for: .milliseconds(50))
    #expect(asked.value.withLock { $0 } - end <= 1)
  }
}
