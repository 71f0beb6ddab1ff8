import Glibc
import Testing

@testable import mattetool

@Suite struct StreamMemoryTests {
  /// Blocks of the allocator, each beside another one.
  private struct Blocks {
    private static let size = 65_536
    private let blocks: [UnsafeMutableRawPointer]

    init(count: Int) {
      blocks = (0..<count).compactMap { _ in malloc(Self.size) }
      for block in blocks { memset(block, 1, Self.size) }
    }

    /// Frees every second block, so that none of the memory is at an end.
    func freeEverySecond() {
      for index in stride(from: 0, to: blocks.count, by: 2) { free(blocks[index]) }
    }

    func freeRest() {
      for index in stride(from: 1, to: blocks.count, by: 2) { free(blocks[index]) }
    }

    /// How many of the blocks that were freed are still in memory. Their pages are asked about, not read.
    var freedInMemory: Int {
      let page = sysconf(Int32(_SC_PAGESIZE))
      return stride(from: 0, to: blocks.count, by: 2).count { index in
        let middle = UInt(bitPattern: blocks[index]) + UInt(Self.size / 2)
        var state: UInt8 = 0
        let start = UnsafeMutableRawPointer(bitPattern: middle / UInt(page) * UInt(page))
        return mincore(start, page, &state) == 0 && state & 1 == 1
      }
    }
  }

  @Test func `free memory between used blocks is returned to the system`() async {
    // A process of its own: other tests would use what is freed here.
    await #expect(processExitsWith: .success) {
      let blocks = Blocks(count: 400)
      defer { blocks.freeRest() }
      blocks.freeEverySecond()
      #expect(blocks.freedInMemory > 190)
      let timer = StreamMemory.returningFreeMemory(every: 0.2)
      defer { timer.cancel() }
      var left = blocks.freedInMemory
      for _ in 0..<300 where left > 0 {
        try await Task.sleep(for: .milliseconds(100))
        left = blocks.freedInMemory
      }
      #expect(left < 10)
    }
  }
}
