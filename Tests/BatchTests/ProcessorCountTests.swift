import Testing

@testable import Batch

@Suite struct ProcessorCountTests {
  @Test func `there is a processor to run on`() { #expect((1...4096).contains(ProcessorCount.available)) }
}
