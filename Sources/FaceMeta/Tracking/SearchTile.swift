import Imaging

/// One run of a detector in the search of a frame: a tile of the picture at some scale and orientation.
struct SearchTile: Sendable, Hashable {
  /// The rotation of the upright picture for the detector.
  var turn = Orientation.up
  /// The size of the whole turned picture at this tile's scale, in pixels.
  var levelSize: PixelSize
  /// The detector's part of it, in pixels of that scale.
  var rect: PixelRect
  /// The detector to run.
  var kind = BlazeFace.Kind.fullRange
  /// Whether the tile reaches over the picture's left or right edge, where the detector's input is the mirror image:
  /// for faces of which the edge shows about half.
  var isReflected = false

  /// All tiles for an upright picture of `size`: the whole picture, then finer and finer tiles. Between them the whole
  /// picture in the other three orientations, once for the largest faces, and at its edges for halves of faces.
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
    others += edges(of: size)
    // Spread evenly, so that no orientation waits for the end of the round.
    for (number, tile) in others.enumerated() {
      tiles.insert(tile, at: min(tiles.count, 1 + number * (tiles.count / others.count + 1)))
    }
    return tiles
  }

  /// The tile's overhang at the picture's edge, as a fraction of its side.
  private static let reflectedShare = 0.25

  /// A picture whose long side exceeds this multiple of the short one has no tiles over its edges: they would be too
  /// many.
  private static let longestWithEdges = 4.0

  /// The tiles over the left and the right edge, as high as the picture's short side.
  private static func edges(of size: PixelSize) -> [SearchTile] {
    let side = BlazeFace.Kind.fullRange.inputSize
    let shortSide = Double(max(1, min(size.width, size.height)))
    guard Double(max(size.width, size.height)) <= longestWithEdges * shortSide else { return [] }
    let level = DetectionLevel(
      size: size.scaled(by: Double(side) / shortSide), tile: side,
      overlap: FaceAnalysisSettings.tileOverlap.fullRange)
    let shift = Int(reflectedShare * Double(side))
    func tile(_ rect: PixelRect, by shift: Int) -> SearchTile {
      let moved = PixelRect(x: rect.x + shift, y: rect.y, width: rect.width, height: rect.height)
      return SearchTile(levelSize: level.size, rect: moved, isReflected: true)
    }
    return level.tiles.filter { $0.minX == 0 }.map { tile($0, by: -shift) }
      + level.tiles.filter { $0.maxX == level.size.width }.map { tile($0, by: shift) }
  }

  /// The part of the tile that shows the picture, in pixels of the tile.
  var shown: FaceCandidate {
    let start = SIMD2(Float(-rect.x), Float(-rect.y))
    let extent = SIMD2(Float(levelSize.width), Float(levelSize.height))
    return FaceCandidate(minimum: start, maximum: start + extent, points: [], score: 0)
  }

  /// The map from the tile's pixels to those of the upright picture.
  func map(to size: PixelSize) -> AffineTransform2D {
    let turned = turn.apply(to: size)
    let (width, height) = (Double(turned.width), Double(turned.height))
    let level = AffineTransform2D.translation(x: Double(rect.x), y: Double(rect.y))
      .then(.scale(x: width / Double(levelSize.width), y: height / Double(levelSize.height)))
    return level.then(turn.inverseTransform(of: size))
  }
}
