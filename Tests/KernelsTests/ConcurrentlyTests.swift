import Kernels
import Testing

@Suite struct ConcurrentlyTests {
  @Test func `both closures run, each on all cores, and each returns its result`() {
    for round in 0..<50 {
      let (sum, texts) = concurrently {
        concurrentMap(20) { (index: Int) -> Int in index + round }.reduce(0, +)
      } _: {
        concurrentMap(20) { "\($0)" }.joined()
      }
      #expect(sum == 190 + 20 * round)
      #expect(texts == (0..<20).map(String.init).joined())
    }
  }
}
