import Imaging

/// A size at which a picture is searched, and the overlapping squares that cover it.
struct DetectionLevel: Sendable, Hashable {
  let size: PixelSize
  let tiles: [PixelRect]

  /// - Parameters:
  ///   - tile: the side of the squares, in pixels.
  ///   - overlap: of neighbouring squares, at least, in pixels: a face smaller than that is whole in one of them.
  init(size: PixelSize, tile: Int, overlap: Int) {
    self.size = size
    let rows = Self.starts(extent: size.height, tile: tile, overlap: overlap)
    let columns = Self.starts(extent: size.width, tile: tile, overlap: overlap)
    tiles = rows.flatMap { y in
      columns.map { x in
        PixelRect(x: x, y: y, width: min(tile, size.width), height: min(tile, size.height))
      }
    }
  }

  /// Where tiles begin: evenly from one edge to the other.
  private static func starts(extent: Int, tile: Int, overlap: Int) -> [Int] {
    guard extent > tile else { return [0] }
    let step = max(1, tile - overlap)
    let gaps = (extent - tile + step - 1) / step
    return (0...gaps).map { $0 * (extent - tile) / gaps }
  }

  /// The levels for a picture, the coarsest first: the whole of it in one tile; and from the size at which the smallest
  /// face that is asked for is as large as the detector needs, half as large each, as long as that takes several tiles.
  ///
  /// - Parameters:
  ///   - minimumFace: the smallest face, in pixels of the picture.
  ///   - smallestSeen: the smallest face that the detector sees, in pixels of its input.
  ///   - maximumTiles: of all levels together; levels beyond are left out, the finest first.
  static func levels(
    for size: PixelSize, tile: Int, overlap: Int, minimumFace: Double, smallestSeen: Double, maximumTiles: Int
  ) -> [DetectionLevel] {
    let longest = Double(max(size.width, size.height))
    func level(_ scale: Double) -> DetectionLevel {
      DetectionLevel(size: size.scaled(by: scale), tile: tile, overlap: overlap)
    }
    let whole = Double(tile) / longest
    var scales: [Double] = []
    var scale = smallestSeen / max(1, minimumFace)
    while scale > whole * 1.25 {
      scales.append(scale)
      scale /= 2
    }
    var levels = [level(whole)]
    var count = levels[0].tiles.count
    for scale in scales.reversed() {
      let next = level(scale)
      count += next.tiles.count
      if count > maximumTiles { break }
      levels.append(next)
    }
    return levels
  }
}
