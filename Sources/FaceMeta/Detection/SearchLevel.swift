import Imaging
import Inference

/// One scale of a search: the picture at that scale, and the tiles that the full-range detector looks at.
struct SearchLevel: Sendable {
  /// The picture at this scale.
  let picture: UprightPicture
  /// The tiles to look at.
  private(set) var tiles: [PixelRect]

  init(_ level: DetectionLevel, picture: UprightPicture) {
    self.picture = picture
    tiles = level.tiles
  }

  /// Keeps the tiles that show all of a face at one of the places: those of the sure places, and the best of the others.
  ///
  /// - Parameter places: in pixels of this scale.
  mutating func keepTiles(at places: [FaceRegionNetwork.Place]) {
    let (rows, columns) = (rows, columns)
    var scores = [Float](repeating: 0, count: tiles.count)
    for place in places {
      for row in rows where row.shows.contains(place.point.y) {
        for column in columns where column.shows.contains(place.point.x) {
          let index = row.first + column.first
          scores[index] = max(scores[index], place.score)
        }
      }
    }
    let found = scores.filter { $0 > 0 }
    let doubtful = found.filter { $0 < FaceAnalysisSettings.sureRegionScore }.sorted(by: >)
    let limit = FaceAnalysisSettings.doubtfulTiles
    let most = limit.some + Int(limit.perSure * Double(found.count - doubtful.count))
    let least = doubtful.count > most ? doubtful[most - 1] : .leastNonzeroMagnitude
    tiles = zip(tiles, scores).filter { $1 >= least }.map(\.0)
  }

  /// A row or a column of tiles: what is added up to the index of a tile, and where the middles of the faces are that it
  /// shows whole.
  private struct Line {
    var first: Int
    var shows: ClosedRange<Float>
  }

  private var rows: [Line] {
    let width = tiles.prefix { $0.y == tiles.first?.y }.count
    return stride(from: 0, to: tiles.count, by: max(1, width)).map {
      Line(first: $0, shows: Self.shown(from: tiles[$0].minY, to: tiles[$0].maxY, of: picture.size.height))
    }
  }

  private var columns: [Line] {
    tiles.prefix { $0.y == tiles.first?.y }.enumerated().map {
      Line(first: $0, shows: Self.shown(from: $1.minX, to: $1.maxX, of: picture.size.width))
    }
  }

  /// Every place of the picture is in this range of some tile.
  private static func shown(from start: Int, to end: Int, of extent: Int) -> ClosedRange<Float> {
    // Half the overlap of two tiles, less what a place is off by.
    let inset = FaceAnalysisSettings.tileOverlap.fullRange / 2 - 2
    return (start > 0 ? Float(start + inset) : -.infinity)...(end < extent ? Float(end - inset) : .infinity)
  }

  /// The candidates of a detector in a tile, in pixels of this scale, without those that a tile's edge cuts.
  func candidates(
    of detector: BlazeFace, in tile: PixelRect, minimumScore: Float
  ) throws(InferenceError) -> [FaceCandidate] {
    try detector.candidates(in: picture.stored, region: tile, minimumScore: minimumScore)
      .filter { !FaceSearch.isCut($0, by: tile, of: picture.size) }
  }
}
