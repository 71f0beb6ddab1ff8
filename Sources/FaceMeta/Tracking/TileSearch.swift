import Imaging
import Inference
import Kernels

/// The search for new faces in tiles of a frame.
struct TileSearch {
  let pyramid: FramePyramid
  let detectors: FaceNetworks.Detectors
  let landmarker: FaceLandmarker
  /// The most upright faces, and the most lying ones, that are measured.
  let limit: Int

  private var size: PixelSize { pyramid.size }
  private var settings: FaceAnalysisSettings { landmarker.settings }

  /// The faces in tiles, best first, each once, other than the known ones.
  ///
  /// - Parameter verifications: the most candidates that are verified, and the number of the round, which decides
  ///   which ones if there are more.
  func faces(
    in tiles: [SearchTile], besides known: [FaceBox], _ verifications: (count: Int, round: Int)
  ) throws(FaceError) -> [FaceObservation] {
    var upright: [FaceCandidate] = []
    var lying: [FaceCandidate] = []
    var halves: [FaceCandidate] = []
    let results = concurrentMap(tiles.count) { index in
      Result { () throws(FaceError) in try candidates(in: tiles[index]) }
    }
    for (tile, result) in zip(tiles, results) {
      if tile.isReflected {
        halves += try result.get().filter(isHalf)
      } else if tile.turn == .up {
        upright += try result.get()
      } else {
        lying += try result.get()
      }
    }
    let merged = NonMaximumSuppression.onePerFace(upright)
    var found = try measured(merged.filter { !isDoubtful($0) }, besides: known)
    // The mesh network often misses a face that the picture's edge cuts.
    var unsure = merged.filter { isDoubtful($0) || isCut($0) }
    // A candidate that resembles its own mirror image may be anything: each is verified.
    unsure += NonMaximumSuppression.onePerFace(halves).filter { half in
      !unsure.contains { $0.intersectionOverUnion(half) > FaceAnalysisSettings.mergedOverlap }
    }
    found += try verified(unsure, besides: known + found.map(\.box), verifications)
    found += try blurred(merged, besides: known + found.map(\.box), limit: verifications.count / 3)
    if !lying.isEmpty {
      found += try measured(NonMaximumSuppression.onePerFace(lying), besides: known)
        .filter { $0.isMeasured && $0.confidence >= FaceAnalysisSettings.rotatedConfidence }
    }
    var single: [FaceObservation] = []
    for observation in found.sorted(by: { $0.confidence > $1.confidence })
    where !single.contains(where: { $0.box.isSameFace(as: observation.box) }) {
      single.append(observation)
    }
    return single
  }

  /// The candidates of a detector in a tile, in pixels of the upright picture.
  private func candidates(in tile: SearchTile) throws(FaceError) -> [FaceCandidate] {
    let map = tile.map(to: size)
    var pixels = try pyramid.part(map, size: tile.rect.size)
    if tile.isReflected { pixels = EdgeReflection.continued(pixels, beyond: tile.shown) }
    let detector = tile.kind == .fullRange ? detectors.fullRange : detectors.shortRange
    let whole = PixelRect(tile.rect.size)
    // Upright candidates are verified; those of the other orientations need a high score. Half a face and its mirror
    // image score as high as a whole one.
    let isUsual = tile.turn == .up && !tile.isReflected
    let score = settings.candidateScore(
      isUsual ? settings.candidateScoreFraction : FaceAnalysisSettings.rotatedScoreFraction)
    let found: [FaceCandidate]
    do {
      found = try detector.candidates(in: pixels, region: whole, minimumScore: score)
    } catch {
      throw .network(error)
    }
    let origin = SIMD2(Float(tile.rect.x), Float(tile.rect.y))
    return found.filter { candidate in
      !MultiScaleFaceSearch.isCut(candidate.mapped { $0 + origin }, by: tile.rect, of: tile.levelSize)
    }.map { candidate in
      candidate.mapped { point in
        let place = map.apply(x: Double(point.x), y: Double(point.y))
        return SIMD2(Float(place.x), Float(place.y))
      }
    }
  }

  /// Whether a candidate is verified before it is measured. A detector's score is lower for a face that the picture's
  /// edge cuts.
  private func isDoubtful(_ candidate: FaceCandidate) -> Bool {
    let score =
      isCut(candidate)
      ? settings.candidateScore(FaceAnalysisSettings.rotatedScoreFraction) : FaceAnalysisSettings.reliableScore
    return candidate.score < score
  }

  /// Whether the picture's edge cuts a candidate.
  private func isCut(_ candidate: FaceCandidate) -> Bool {
    let edge = SIMD2(Float(size.width), Float(size.height))
    return candidate.minimum.x < 0 || candidate.minimum.y < 0 || candidate.maximum.x > edge.x
      || candidate.maximum.y > edge.y
  }

  /// Whether a candidate that was detected with the mirror image at the picture's edge is about half of a face, and
  /// neither a whole one nor the image of one.
  private func isHalf(_ candidate: FaceCandidate) -> Bool {
    let outside = max(-candidate.center.x, candidate.center.x - Float(size.width))
    return isCut(candidate) && outside < FaceAnalysisSettings.reflectedDistance * candidate.extent.x
  }

  /// The faces among candidates that the detector doubts, at most the given number, best first; those that are part of
  /// a known face are omitted.
  private func verified(
    _ candidates: [FaceCandidate], besides known: [FaceBox], _ verifications: (count: Int, round: Int)
  ) throws(FaceError) -> [FaceObservation] {
    let fresh = candidates.filter { candidate in
      let box = FaceBox(FaceBounds.bounds(of: candidate, in: size), in: size)
      return !known.contains { $0.isSameFace(as: box) || $0.mayHavePart(box) }
    }.sorted { $0.score > $1.score }
    let count = min(verifications.count, fresh.count)
    guard count > 0 else { return [] }
    let first = verifications.round * count
    let results = concurrentMap(count) { number in
      Result { () throws(FaceError) in
        try landmarker.face(for: fresh[(first + number) % fresh.count], isVerified: true, in: pyramid)
      }
    }
    var found: [FaceObservation] = []
    for result in results {
      guard let face = try result.get() else { continue }
      var seen = FaceObservation(face, in: size)
      seen.isVerified = true
      if seen.box.extent.x >= settings.smallestReported(in: size) { found.append(seen) }
    }
    return found
  }

  /// The faces among candidates that a detector scores well and the other networks miss, because of motion blur: the
  /// best of them. The motion is assumed to be sideways, as of most people and cameras.
  private func blurred(
    _ candidates: [FaceCandidate], besides known: [FaceBox], limit: Int
  ) throws(FaceError) -> [FaceObservation] {
    let fresh = candidates.filter { candidate in
      let box = FaceBox(FaceBounds.bounds(of: candidate, in: size), in: size)
      return candidate.score >= FaceAnalysisSettings.blurredCandidateScore
        && !known.contains { $0.isSameFace(as: box) || $0.mayHavePart(box) }
    }.sorted { $0.score > $1.score }
    var found: [FaceObservation] = []
    for candidate in fresh.prefix(limit) {
      let crop = CenterFace.crop(FaceCrop(candidate))
      guard let detection = try landmarker.detection(in: crop, blurredAlong: SIMD2(1, 0), of: pyramid),
        detection.score >= FaceAnalysisSettings.verifiedScore
      else { continue }
      var seen = FaceObservation(landmarker.unmeasured(detection, in: crop, of: size), in: size)
      (seen.isVerified, seen.isBlurred) = (true, true)
      if seen.box.extent.x >= settings.smallestReported(in: size) { found.append(seen) }
    }
    return found
  }

  /// The largest `limit` faces among candidates that are not at known faces.
  private func measured(
    _ candidates: [FaceCandidate], besides known: [FaceBox]
  ) throws(FaceError) -> [FaceObservation] {
    let fresh = candidates.filter { candidate in
      let box = FaceBox(FaceBounds.bounds(of: candidate, in: size), in: size)
      return !known.contains { $0.isSameFace(as: box) }
    }
    let largest = Array(fresh.sorted { $0.area > $1.area }.prefix(limit))
    let smallest = settings.smallestReported(in: size)
    return try landmarker.faces(for: largest, in: pyramid).map { FaceObservation($0, in: size) }
      .filter { $0.box.extent.x >= smallest }
  }
}
