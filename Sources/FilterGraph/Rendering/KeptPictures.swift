import Imaging

/// The pictures of the stages that are kept in memory while a render goes on.
struct KeptPictures {
  private(set) var tiles: [Int: Tile] = [:]

  /// Room for a stage's pixels, not yet written.
  mutating func make(_ rect: PixelRect, of stage: Int) -> Tile {
    let tile = Tile(rect: rect, base: .allocate(capacity: 4 * rect.width * rect.height))
    LargePages.advise(UnsafeRawBufferPointer(UnsafeBufferPointer(start: tile.base, count: 4 * tile.planeCount)))
    tiles[stage] = tile
    return tile
  }

  func deallocate() {
    for tile in tiles.values { tile.base.deallocate() }
  }
}
