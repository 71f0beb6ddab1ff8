import Imaging

/// One run of the detector in the search of a frame: a tile of the picture at some size, perhaps turned.
struct SearchPart: Sendable, Hashable {
  /// How the upright picture is turned before the detector sees it.
  var turn = Orientation.up
  /// The size of the whole turned picture.
  var levelSize: PixelSize
  /// The part of it that the detector sees.
  var tile: PixelRect
  var kind = BlazeFace.Kind.fullRange

  /// All parts for pictures of a size: the whole picture first, then finer and finer tiles, with a look at the whole
  /// picture from the other three sides and one for the largest faces among them.
  static func all(for size: PixelSize, settings: FaceAnalysisSettings) -> [SearchPart] {
    let kind = BlazeFace.Kind.fullRange
    func levels(_ size: PixelSize, _ kind: BlazeFace.Kind, smallest: Double, most: Int) -> [DetectionLevel] {
      DetectionLevel.levels(
        for: size, tile: kind.inputSize, overlap: FaceAnalysisSettings.tileOverlap.fullRange, minimumFace: smallest,
        smallestSeen: FaceAnalysisSettings.smallestDetected.fullRange, maximumTiles: most)
    }
    let sizes = levels(size, kind, smallest: settings.smallestFace(in: size), most: settings.maximumTiles)
    var parts = sizes.flatMap { level in level.tiles.map { SearchPart(levelSize: level.size, tile: $0) } }
    let whole = levels(size, .shortRange, smallest: .infinity, most: 1)
    var others = whole.map {
      SearchPart(levelSize: $0.size, tile: PixelRect($0.size), kind: .shortRange)
    }
    for turn in [Orientation.right, .left, .down] {
      others += levels(turn.apply(to: size), kind, smallest: .infinity, most: 1).map {
        SearchPart(turn: turn, levelSize: $0.size, tile: PixelRect($0.size))
      }
    }
    // Spread over the round, so that none has to wait for it to end.
    for (number, part) in others.enumerated() {
      parts.insert(part, at: min(parts.count, 1 + number * (parts.count / others.count + 1)))
    }
    return parts
  }

  /// From the tile's pixels to those of the upright picture.
  func map(to size: PixelSize) -> AffineTransform {
    let turned = turn.apply(to: size)
    let (width, height) = (Double(turned.width), Double(turned.height))
    let level = AffineTransform.translation(x: Double(tile.x), y: Double(tile.y))
      .then(.scale(x: width / Double(levelSize.width), y: height / Double(levelSize.height)))
    let flips = AffineTransform(
      a: turn.flipsX ? -1 : 1, b: 0, c: 0, d: turn.flipsY ? -1 : 1, tx: turn.flipsX ? width : 0,
      ty: turn.flipsY ? height : 0)
    let upright = turn.isTransposed ? flips.then(AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)) : flips
    return level.then(upright)
  }
}
