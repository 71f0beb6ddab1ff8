import Testing

@testable import Batch
@testable import mattetool

@Suite struct BatchExitCodeTests {
  @Test func `the exit code says what became of the photos`() {
    var summary = BatchSummary()
    #expect(summary.exitCode.rawValue == 2)
    summary.done = 1
    #expect(summary.exitCode == .success)
    summary.failed = 1
    #expect(summary.exitCode == .failure)
    summary.isInterrupted = true
    #expect(summary.exitCode.rawValue == 130)
    let resumed = BatchSummary(unchanged: 4)
    #expect(resumed.exitCode == .success)
  }
}

extension BatchSummary {
  fileprivate init(unchanged: Int) {
    self.init()
    self.unchanged = unchanged
  }
}
