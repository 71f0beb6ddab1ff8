import Imaging

/// One scale at which a picture is searched, and the overlapping square tiles that cover it.
struct DetectionLevel: Sendable, Hashable {
  let size: PixelSize
  let tiles: [PixelRect]

  /// - Parameters:
  ///   - size: of the picture at this scale, in pixels.
  ///   - tile: the side of the tiles, in pixels.
  ///   - overlap: minimum overlap of neighbouring tiles, in pixels. A smaller face is whole in at least one tile.
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

  /// The first pixels of the tiles along one axis, evenly spaced from edge to edge.
  private static func starts(extent: Int, tile: Int, overlap: Int) -> [Int] {
    guard extent > tile else { return [0] }
    let step = max(1, tile - overlap)
    let gaps = (extent - tile + step - 1) / step
    return (0...gaps).map { $0 * (extent - tile) / gaps }
  }

  /// The scales at which a picture is searched, coarsest first: the whole picture in one tile, then each twice as
  /// large, up to the scale at which the smallest face has the size that the detector needs.
  ///
  /// - Parameters:
  ///   - minimumFace: the smallest face to find, in pixels of the picture.
  ///   - smallestDetected: the smallest face that the detector finds, in pixels of its input.
  ///   - maximumTiles: the limit for all scales together; finer scales beyond it are omitted.
  static func levels(
    for size: PixelSize, tile: Int, overlap: Int, minimumFace: Double, smallestDetected: Double, maximumTiles: Int
  ) -> [DetectionLevel] {
    let longest = Double(max(size.width, size.height))
    func level(_ scale: Double) -> DetectionLevel {
      DetectionLevel(size: size.scaled(by: scale), tile: tile, overlap: overlap)
    }
    let whole = Double(tile) / longest
    var scales: [Double] = []
    var scale = smallestDetected / max(1, minimumFace)
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
