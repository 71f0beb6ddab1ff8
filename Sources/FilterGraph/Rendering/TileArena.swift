/// The memory of one worker: a buffer for each stage and register, which grows on demand and is reused for every tile.
final class TileArena {
  private var buffers: [Int: UnsafeMutableBufferPointer<Float>] = [:]
  /// A cache line, and the widest vector.
  private static let alignment = 64

  /// At least `count` floats that keep their contents until the same slot is requested again.
  func floats(slot: Int, count: Int) -> UnsafeMutablePointer<Float> {
    if let buffer = buffers[slot], buffer.count >= count, let base = buffer.baseAddress { return base }
    buffers[slot]?.deallocate()
    // Rounded up, so that slightly larger tiles at the edges do not allocate again.
    let capacity = max(count, 64) + count / 4
    let base = UnsafeMutableRawPointer.allocate(
      byteCount: capacity * MemoryLayout<Float>.stride, alignment: TileArena.alignment
    ).bindMemory(to: Float.self, capacity: capacity)
    buffers[slot] = UnsafeMutableBufferPointer(start: base, count: capacity)
    return base
  }

  deinit {
    for buffer in buffers.values { buffer.deallocate() }
  }
}
