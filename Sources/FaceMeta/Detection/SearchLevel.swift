import Imaging
import Inference

/// One scale of a search: the picture at that scale, and the regions for the full-range detector.
struct SearchLevel: Sendable {
  /// The picture at this scale.
  let picture: UprightPicture
  /// The tiles or windows to search.
  private(set) var regions: [PixelRect]
  /// Windows that are searched only if those of ``regions`` show a face: faces occur in groups.
  private(set) var furtherWindows: [PixelRect] = []

  /// Whether only windows round places with possible faces are searched.
  private(set) var isRestricted = false

  init(_ level: DetectionLevel, picture: UprightPicture) {
    self.picture = picture
    regions = level.tiles
  }

  /// Replaces all tiles by windows round places with possible faces: round each certain place that no earlier window
  /// shows, the most certain first, and round the best of the others. The first of them are ``regions``, the rest
  /// ``furtherWindows``.
  ///
  /// - Parameter places: in pixels of this scale.
  mutating func restrict(to places: [FaceRegionNetwork.Place]) {
    var rest = places.sorted { ($0.score, -$0.point.y, -$0.point.x) > ($1.score, -$1.point.y, -$1.point.x) }
    let limit = FaceAnalysisSettings.doubtfulWindows
    var (sure, first) = (0, limit.some)
    var windows: [PixelRect] = []
    while let best = rest.first {
      if best.score >= FaceAnalysisSettings.sureRegionScore {
        sure += 1
      } else if windows.count - sure >= limit.some + Int(limit.perSure * Double(sure)) {
        break
      }
      let window = window(round: best.point)
      windows.append(window)
      if best.score >= FaceAnalysisSettings.leadingRegionScore { first += 1 }
      let columns = Self.shown(from: window.minX, to: window.maxX, of: picture.size.width)
      let rows = Self.shown(from: window.minY, to: window.maxY, of: picture.size.height)
      rest.removeAll { columns.contains($0.point.x) && rows.contains($0.point.y) }
    }
    isRestricted = true
    regions = Array(windows.prefix(first))
    furtherWindows = Array(windows.dropFirst(first))
  }

  /// The window centred on a place, or as near to it as the picture allows.
  private func window(round point: SIMD2<Float>) -> PixelRect {
    func line(_ middle: Float, _ extent: Int) -> (start: Int, length: Int) {
      let length = min(FaceAnalysisSettings.windowSide, extent)
      return (max(0, min(Int(middle) - length / 2, extent - length)), length)
    }
    let (x, y) = (line(point.x, picture.size.width), line(point.y, picture.size.height))
    return PixelRect(x: x.start, y: y.start, width: x.length, height: y.length)
  }

  /// The range of a face's middle along one side for which a window shows the whole face.
  private static func shown(from start: Int, to end: Int, of extent: Int) -> ClosedRange<Float> {
    // Half the overlap of two tiles, less the error of a place.
    let inset = FaceAnalysisSettings.tileOverlap.fullRange / 2 - 2
    return (start > 0 ? Float(start + inset) : -.infinity)...(end < extent ? Float(end - inset) : .infinity)
  }

  /// The candidates of a detector in a region, in pixels of this scale, without those that a region's edge cuts.
  func candidates(
    of detector: BlazeFace, in region: PixelRect, minimumScore: Float
  ) throws(InferenceError) -> [FaceCandidate] {
    try detector.candidates(in: picture.stored, region: region, minimumScore: minimumScore)
      .filter { !MultiScaleFaceSearch.isCut($0, by: region, of: picture.size) }
  }
}
