import Imaging

/// One run of a detector in the search of a frame: a tile of the picture at some scale and orientation.
struct SearchTile: Sendable, Hashable {
  /// How the upright picture is turned before the detector sees it.
  var turn = Orientation.up
  /// The size of the whole turned picture at this tile's scale, in pixels.
  var levelSize: PixelSize
  /// The part of it that the detector sees, in pixels of that scale.
  var rect: PixelRect
  /// The detector to run.
  var kind = BlazeFace.Kind.fullRange

  /// All tiles for an upright picture of `size`: the whole picture, then finer and finer tiles. Between them the whole
  /// picture in the other three orientations, and once for the largest faces.
  static func all(for size: PixelSize, settings: FaceAnalysisSettings) -> [SearchTile] {
    let kind = BlazeFace.Kind.fullRange
    func levels(_ size: PixelSize, _ kind: BlazeFace.Kind, smallest: Double, most: Int) -> [DetectionLevel] {
      DetectionLevel.levels(
        for: size, tile: kind.inputSize, overlap: FaceAnalysisSettings.tileOverlap.fullRange, minimumFace: smallest,
        smallestDetected: FaceAnalysisSettings.smallestDetected.fullRange, maximumTiles: most)
    }
    let sizes = levels(size, kind, smallest: settings.smallestFace(in: size), most: settings.maximumTiles)
    var tiles = sizes.flatMap { level in level.tiles.map { SearchTile(levelSize: level.size, rect: $0) } }
    let whole = levels(size, .shortRange, smallest: .infinity, most: 1)
    var others = whole.map {
      SearchTile(levelSize: $0.size, rect: PixelRect($0.size), kind: .shortRange)
    }
    for turn in [Orientation.right, .left, .down] {
      others += levels(turn.apply(to: size), kind, smallest: .infinity, most: 1).map {
        SearchTile(turn: turn, levelSize: $0.size, rect: PixelRect($0.size))
      }
    }
    // Spread evenly, so that no orientation waits for the end of the round.
    for (number, tile) in others.enumerated() {
      tiles.insert(tile, at: min(tiles.count, 1 + number * (tiles.count / others.count + 1)))
    }
    return tiles
  }

  /// The map from the tile's pixels to those of the upright picture.
  func map(to size: PixelSize) -> AffineTransform {
    let turned = turn.apply(to: size)
    let (width, height) = (Double(turned.width), Double(turned.height))
    let level = AffineTransform.translation(x: Double(rect.x), y: Double(rect.y))
      .then(.scale(x: width / Double(levelSize.width), y: height / Double(levelSize.height)))
    return level.then(turn.inverseTransform(of: size))
  }
}
