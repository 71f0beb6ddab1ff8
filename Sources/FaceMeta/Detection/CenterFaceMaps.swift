import Glibc
import Inference

/// The output of ``CenterFace``: maps with one or more values for each cell of the input.
struct CenterFaceMaps {
  /// The side of the maps, in cells.
  private let side: Int
  private let scores: UnsafeBufferPointer<Float>
  /// The logarithms of the faces' extents in cells, the heights before the widths.
  private let extents: UnsafeBufferPointer<Float>
  /// The offsets of the centres within their cells.
  private let offsets: UnsafeBufferPointer<Float>
  private let points: UnsafeBufferPointer<Float>

  /// The side of a cell, in pixels of the input.
  static let stride = 4
  /// The lowest intersection over union of a detection and its candidate.
  private static let minimumOverlap: Float = 0.3

  /// Reads the outputs by their names in the file.
  ///
  /// - Parameter inputSide: the side of the network's input, in pixels.
  /// - Returns: nil if an output does not have the expected number of values.
  init?(_ outputs: NetworkOutputs, inputSide: Int) {
    side = inputSide / Self.stride
    guard let scores = outputs["537"], let extents = outputs["538"], let offsets = outputs["539"],
      let points = outputs["540"], scores.count == side * side, extents.count == 2 * scores.count,
      offsets.count == 2 * scores.count, points.count == 10 * scores.count
    else { return nil }
    (self.scores, self.extents, self.offsets, self.points) = (scores, extents, offsets, points)
  }

  /// The best face that overlaps the candidate, in pixels of the input; nil if there is none.
  ///
  /// - Parameters:
  ///   - shown: the part of the input that shows the picture; nil to compare whole faces only.
  ///   - minimumScore: the score that a face must exceed.
  func best(
    like wanted: FaceCandidate, shown: FaceCandidate? = nil, minimumScore: Float
  ) -> CenterFace.Detection? {
    let count = side * side
    var best: FaceCandidate?
    for index in 0..<count where scores[index] > max(minimumScore, best?.score ?? 0) {
      let extent = SIMD2(expf(extents[count + index]), expf(extents[index])) * Float(Self.stride)
      let offset = SIMD2(offsets[count + index], offsets[index]) + 0.5
      let center = (SIMD2(Float(index % side), Float(index / side)) + offset) * Float(Self.stride)
      guard extent.x.isFinite, extent.y.isFinite, center.x.isFinite, center.y.isFinite else { continue }
      var box = FaceCandidate(
        minimum: center - extent / 2, maximum: center + extent / 2, points: [], score: scores[index])
      var overlap = box.intersectionOverUnion(wanted)
      if let shown { overlap = max(overlap, box.clipped(to: shown).intersectionOverUnion(wanted.clipped(to: shown))) }
      guard overlap > Self.minimumOverlap else { continue }
      // Each point is y, then x, in extents of the box from its corner.
      let corner = box.minimum
      box.points = (0..<5).map { number in
        corner + SIMD2(points[(2 * number + 1) * count + index], points[2 * number * count + index]) * extent
      }
      best = box
    }
    return best.map {
      CenterFace.Detection(minimum: $0.minimum, maximum: $0.maximum, score: $0.score, points: $0.points)
    }
  }
}
