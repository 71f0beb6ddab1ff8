import Imaging

/// The pictures of the stages that are kept in memory during a render. Memory of pictures that are no longer read is
/// reused: Linux would have to clear new memory, which takes as long as some filters.
struct KeptPictures {
  private(set) var tiles: [Int: Tile] = [:]
  private var used: [Int: UnsafeMutableBufferPointer<Float>] = [:]
  private var spare: [UnsafeMutableBufferPointer<Float>] = []

  /// Memory for a stage's pixels, uninitialized.
  mutating func make(_ rect: PixelRect, of stage: Int) -> Tile {
    let count = 4 * rect.width * rect.height
    let fitting = spare.indices.filter { spare[$0].count >= count }.min { spare[$0].count < spare[$1].count }
    let memory = fitting.map { spare.remove(at: $0) } ?? KeptPictures.allocate(count)
    used[stage] = memory
    let tile = Tile(rect: rect, base: memory.baseAddress.unsafelyUnwrapped)
    tiles[stage] = tile
    return tile
  }

  /// Frees the memory of stages for others.
  mutating func release(_ isDone: (_ stage: Int) -> Bool) {
    for (stage, memory) in used where isDone(stage) {
      spare.append(memory)
      used[stage] = nil
      tiles[stage] = nil
    }
  }

  func deallocate() {
    for memory in used.values { memory.deallocate() }
    for memory in spare { memory.deallocate() }
  }

  private static func allocate(_ count: Int) -> UnsafeMutableBufferPointer<Float> {
    let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: count)
    LargePages.advise(UnsafeRawBufferPointer(memory))
    return memory
  }
}
