import Synchronization
import Testing

@testable import Batch

@Suite struct InterruptionTests {
  @Test func `the handler is called during the work that registered it, once`() {
    let interruption = Interruption()
    let calls = Mutex<[String]>([])
    func handle(_ name: String, _ work: () -> Void) {
      interruption.handling(by: { calls.withLock { $0.append(name) } }, during: work)
    }
    handle("before") {}
    handle("during") {
      #expect(!interruption.request() && interruption.isRequested)
      #expect(interruption.request())
    }
    handle("after") {}
    #expect(calls.withLock { $0 } == ["during", "after"])
  }

  @Test func `it cancels the awaited task, and results and errors are passed on`() async throws {
    let interruption = Interruption()
    let value = try await BlockingThread.run { try BlockingThread.wait(cancelledBy: interruption) { 4 } }
    #expect(value == 4)
    await #expect(throws: CancellationError.self) {
      try await BlockingThread.run {
        try BlockingThread.wait(cancelledBy: interruption) {
          interruption.request()
          try await Task.sleep(for: .seconds(600))
        }
      }
    }
  }
}
