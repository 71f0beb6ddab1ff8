/// Merges candidates of the same face.
enum NonMaximumSuppression {
  /// One candidate per face of those found at several scales and in overlapping tiles, best first.
  static func onePerFace(_ candidates: [FaceCandidate]) -> [FaceCandidate] {
    withoutContained(
      weighted(candidates, overlap: FaceAnalysisSettings.mergedOverlap),
      fraction: FaceAnalysisSettings.containedFraction)
  }

  /// BlazeFace's weighted suppression (Bazarevsky et al., "BlazeFace", 2019, section 3.3): the best candidate becomes
  /// the mean of all that overlap it, weighted by score, and keeps its own score.
  ///
  /// - Parameter overlap: candidates with a larger intersection over union are merged.
  /// - Returns: the merged candidates, best first.
  static func weighted(_ candidates: [FaceCandidate], overlap: Float) -> [FaceCandidate] {
    var rest = candidates.sorted { $0.score > $1.score }
    var kept: [FaceCandidate] = []
    while let best = rest.first {
      var same: [FaceCandidate] = []
      var others: [FaceCandidate] = []
      for candidate in rest {
        // The first always overlaps itself, even if its box is empty.
        if same.isEmpty || candidate.intersectionOverUnion(best) > overlap {
          same.append(candidate)
        } else {
          others.append(candidate)
        }
      }
      kept.append(mean(of: same, score: best.score))
      rest = others
    }
    return kept
  }

  /// Drops candidates that lie mostly within a better one or contain most of it: a part of a face is not a second face.
  ///
  /// - Parameter fraction: of the smaller box's area.
  static func withoutContained(_ candidates: [FaceCandidate], fraction: Float) -> [FaceCandidate] {
    var kept: [FaceCandidate] = []
    for candidate in candidates.sorted(by: { $0.score > $1.score }) {
      let isPart = kept.contains { other in
        candidate.sharedArea(with: other) > fraction * min(candidate.area, other.area)
      }
      if !isPart { kept.append(candidate) }
    }
    return kept
  }

  private static func mean(of candidates: [FaceCandidate], score: Float) -> FaceCandidate {
    guard let first = candidates.first else {
      return FaceCandidate(minimum: .zero, maximum: .zero, points: [], score: score)
    }
    var sum = FaceCandidate(
      minimum: .zero, maximum: .zero, points: first.points.map { _ in .zero }, score: score)
    var weight: Float = 0
    for candidate in candidates {
      weight += candidate.score
      sum.minimum += candidate.minimum * candidate.score
      sum.maximum += candidate.maximum * candidate.score
      for index in sum.points.indices { sum.points[index] += candidate.points[index] * candidate.score }
    }
    guard weight > 0 else { return first }
    return sum.mapped { $0 / weight }
  }
}
