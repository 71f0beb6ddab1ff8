/// The memory of one worker: a buffer a stage and a register, grown when first needed and used for tile after tile.
final class TileArena {
  private var buffers: [Int: UnsafeMutableBufferPointer<Float>] = [:]

  /// At least `count` floats that keep their contents until the same slot is asked for again.
  func floats(slot: Int, count: Int) -> UnsafeMutablePointer<Float> {
    if let buffer = buffers[slot], buffer.count >= count, let base = buffer.baseAddress { return base }
    buffers[slot]?.deallocate()
    // Rounded up, so that slightly larger tiles at the edges do not allocate again.
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: max(count, 64) + count / 4)
    buffers[slot] = buffer
    // A buffer of more than 64 floats always has an address.
    guard let base = buffer.baseAddress else { preconditionFailure("an allocated buffer has an address") }
    return base
  }

  deinit {
    for buffer in buffers.values { buffer.deallocate() }
  }
}
