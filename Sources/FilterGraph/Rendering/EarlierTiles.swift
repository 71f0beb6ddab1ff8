import Imaging

/// The results of earlier stages for a tile. A stage is rendered on first use: input hidden by masks in the whole tile
/// is never computed. Used by one thread.
final class EarlierTiles {
  /// The region that each stage renders for the tile.
  let regions: [PixelRect]
  private var tiles: [Tile?]

  init(regions: [PixelRect]) {
    self.regions = regions
    tiles = [Tile?](repeating: nil, count: regions.count)
  }

  /// The tile of a stage; nil if it has not been rendered.
  subscript(stage: Int) -> Tile? {
    get { tiles[stage] }
    set { tiles[stage] = newValue }
  }
}
