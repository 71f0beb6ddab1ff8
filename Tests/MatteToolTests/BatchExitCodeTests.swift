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
    var skipped = BatchSummary()
    skipped.skipped = 3
    #expect(skipped.exitCode == .success)
  }

  @Test func `exit codes ask a scheduler to retry only transient failures`() {
    var summary = BatchSummary()
    #expect(summary.exitCode(ofTaskWithReport: false) == .success)
    (summary.done, summary.failed) = (3, 1)
    #expect(summary.exitCode(ofTaskWithReport: true) == .success)
    #expect(summary.exitCode(ofTaskWithReport: false) == .failure)
    summary.notStarted = 1
    #expect(summary.exitCode(ofTaskWithReport: true) == .failure)
    summary.isInterrupted = true
    #expect(summary.exitCode(ofTaskWithReport: true).rawValue == 130)
  }
}

extension BatchSummary {
  fileprivate init(unchanged: Int) {
    self.init()
    self.unchanged = unchanged
  }
}
