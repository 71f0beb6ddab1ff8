/// The tiles of the picture to search in each frame, so that the work per frame is about constant.
struct SearchSchedule: Sendable {
  /// Number of times that all tiles have been searched.
  private(set) var rounds = 0
  /// Whether all tiles are searched in the next frame.
  private(set) var isToSearchAll = true
  /// Index of the next tile to search.
  private var nextTile = 0
  /// Number of frames in which at least one tile was searched.
  private var searches = 0
  /// The search's share of the budget so far, in tiles; the fraction is carried to the next frame.
  private var dueTiles = 0.0

  /// Work of one frame, in runs of the mesh network. Tracked faces come first; the search gets the rest.
  static let frameBudget = 6.25
  /// Work of one tile, in runs of the mesh network.
  private static let tileCost = 2.5
  /// Minimum number of tiles a frame, whatever the tracked faces cost; and the number when no more faces can be
  /// reported.
  private static let minimumTiles = 0.5
  private static let tilesWhereFull = 0.25

  /// Makes the next frame be searched whole.
  mutating func searchAll() { isToSearchAll = true }

  /// Indices of the tiles to search in this frame.
  ///
  /// - Parameters:
  ///   - count: of all tiles.
  ///   - work: the frame's cost so far, in runs of the mesh network; nil for the minimum.
  mutating func tiles(of count: Int, after work: Double?) -> [Int] {
    if isToSearchAll {
      isToSearchAll = false
      nextTile = 0
      return Array(0..<count)
    }
    dueTiles += work.map { max(Self.minimumTiles, (Self.frameBudget - $0) / Self.tileCost) } ?? Self.tilesWhereFull
    let tileCount = min(count, Int(dueTiles))
    dueTiles = min(dueTiles - Double(tileCount), 1)
    guard tileCount > 0 else { return [] }
    searches += 1
    // Tile 0 shows the whole picture, and with it the largest faces, which must not wait long: it is searched
    // additionally.
    let isWholeDue = searches % 4 == 0 && nextTile != 0 && nextTile + tileCount <= count
    let turns = isWholeDue ? tileCount - 1 : tileCount
    let tiles = (isWholeDue ? [0] : []) + (0..<turns).map { (nextTile + $0) % count }
    if nextTile + turns >= count { rounds += 1 }
    nextTile = (nextTile + turns) % max(1, count)
    return tiles
  }
}
