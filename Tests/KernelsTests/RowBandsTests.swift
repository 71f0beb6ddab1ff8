import Kernels
import Synchronization
import Testing

@Suite struct RowBandsTests {
  @Test(arguments: [0, 1, 15, 16, 17, 1000, 1025], [1, 16, 100])
  func `bands cover every row once`(height: Int, minimumRows: Int) {
    let counts = Mutex([Int](repeating: 0, count: height))
    RowBands(height: height, minimumRows: minimumRows).concurrentPerform { rows in
      counts.withLock { counts in for row in rows { counts[row] += 1 } }
    }
    #expect(counts.withLock { $0.allSatisfy { $0 == 1 } })
  }
}
