import Dispatch
import Glibc
import Synchronization
import Testing

@testable import Batch

@Suite struct MemoryBudgetTests {
  private final class Meter: Sendable {
    let used = Mutex((now: 0, most: 0))
    func take(_ bytes: Int) {
      used.withLock {
        $0.now += bytes
        $0.most = max($0.most, $0.now)
      }
    }
    func giveBack(_ bytes: Int) { used.withLock { $0.now -= bytes } }
  }

  @Test func `photos in progress never exceed the budget, and all get their turn`() {
    let budget = MemoryBudget(limit: 100)
    let meter = Meter()
    let finished = Atomic<Int>(0)
    let group = DispatchGroup()
    for worker in 0..<8 {
      DispatchQueue(label: "worker").async(group: group) {
        for step in 0..<50 {
          // Some need all of it, which those that need little must not keep from it.
          let bytes = (worker + step) % 8 == 0 ? 100 : 1 + (worker * 31 + step * 17) % 60
          budget.lending(bytes) {
            meter.take(bytes)
            // Long enough for others to come and wait.
            usleep(500)
            meter.giveBack(bytes)
          }
          finished.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(group.wait(timeout: .now() + 120) == .success)
    #expect(finished.load(ordering: .relaxed) == 400)
    #expect(meter.used.withLock { $0.most } <= 100)
    #expect(budget.free == 100)
  }

  @Test func `a waiter continues when there is room`() {
    let budget = MemoryBudget(limit: 100)
    let group = DispatchGroup()
    budget.lending(100) {
      for bytes in [60, 1] { DispatchQueue(label: "waiting").async(group: group) { budget.lending(bytes) {} } }
      #expect(group.wait(timeout: .now() + 0.2) == .timedOut)
    }
    #expect(group.wait(timeout: .now() + 60) == .success)
    #expect(budget.free == 100)
  }

  @Test func `work that throws returns its share`() {
    let budget = MemoryBudget(limit: 10)
    #expect(throws: CancellationError.self) { try budget.lending(10) { throw CancellationError() } }
    #expect(budget.free == 10)
  }
}
