import Imaging
import Inference
import Kernels

/// Finds faces in one frame with the networks.
struct NetworkFrameAnalysis: FrameAnalysis {
  let pyramid: FramePyramid
  let detectors: FaceNetworks.Detectors
  let landmarker: FaceLandmarker
  let thumbnail: PixelBuffer
  let tiles: [SearchTile]

  var size: PixelSize { pyramid.size }
  var tileCount: Int { tiles.count }

  private var settings: FaceAnalysisSettings { landmarker.settings }

  static func thumbnail(of pyramid: FramePyramid) throws(FaceError) -> PixelBuffer {
    do {
      return try pyramid.reduced[pyramid.reduced.count - 1].scaled(to: PixelSize(width: 32, height: 24))
    } catch {
      throw .pixels(error)
    }
  }

  func observation(of predicted: PredictedFace) throws(FaceError) -> FaceObservation? {
    if predicted.isMeasured,
      var seen = try observation(
        in: predicted.crop, score: predicted.score, predicted.yawCalibration, predicted.lipShift),
      predicted.matches(seen.box)
    {
      guard predicted.needsDetection else { return seen }
      let candidate = try detected(seen.crop).max { $0.score < $1.score }
      seen.isDoubtful = candidate == nil
      if let candidate {
        // The confidence is the geometric mean of both networks' scores.
        seen.confidence *= Double(candidate.score / seen.score).squareRoot()
        seen.score = candidate.score
      }
      return seen
    }
    let window = Self.windowed(predicted.crop)
    for candidate in try detected(predicted.crop) {
      let crop = Self.crop(of: candidate, in: window)
      if let seen = try observation(in: crop, score: candidate.score, nil, predicted.lipShift),
        predicted.matches(seen.box)
      {
        return seen
      }
      let bounds = FaceBounds.bounds(of: candidate, in: window, side: Self.detectorSide, pictureSize: size)
      guard predicted.matches(FaceBox(bounds, in: size)),
        let face = landmarker.tracked(score: candidate.score, bounds: bounds, crop: crop)
      else { continue }
      return FaceObservation(face, in: size)
    }
    return nil
  }

  func verification(of predicted: PredictedFace, seen: FaceObservation?) throws(FaceError) -> FaceObservation? {
    let crop = CenterFace.crop(predicted.crop)
    if let detection = try landmarker.detection(in: crop, of: pyramid) {
      if let same = verified(seen, by: detection) { return same }
      let face = try landmarker.verified(detection, in: crop, of: pyramid)
      if let found = matching(face, predicted) { return found }
    }
    guard let way = predicted.blurDirection else { return nil }
    for place in predicted.quickPlaces {
      let crop = CenterFace.crop(place.crop)
      guard let detection = try landmarker.detection(in: crop, blurredAlong: SIMD2<Float>(way), of: pyramid) else {
        continue
      }
      if let same = verified(seen, by: detection) { return same }
      if var found = matching(landmarker.unmeasured(detection, in: crop, of: size), place) {
        found.isBlurred = true
        return found
      }
    }
    return nil
  }

  /// The other networks' observation, where the verification network detects the same face.
  private func verified(_ seen: FaceObservation?, by detection: CenterFace.Detection) -> FaceObservation? {
    guard var seen, seen.isMeasured, detection.overlap(with: seen.points) >= FaceAnalysisSettings.verifiedOverlap
    else { return nil }
    (seen.isVerified, seen.isDoubtful) = (true, false)
    return seen
  }

  /// The verification network's observation, if its score suffices and it may be of the predicted face.
  private func matching(_ face: MeasuredFace, _ predicted: PredictedFace) -> FaceObservation? {
    guard face.confidence >= settings.minimumConfidence * FaceAnalysisSettings.trackedConfidenceFraction else {
      return nil
    }
    var found = FaceObservation(face, in: size)
    found.isVerified = true
    return predicted.matches(found.box) ? found : nil
  }

  private func observation(
    in crop: FaceCrop, score: Float, _ yawCalibration: YawCalibration?, _ lipShift: LipShift?
  ) throws(FaceError) -> FaceObservation? {
    try landmarker.face(in: crop, score: score, yawCalibration: yawCalibration, lipShift: lipShift, of: pyramid)
      .map { FaceObservation($0, in: size) }
  }

  func search(
    _ numbers: [Int], besides known: [FaceBox], limit: Int, verifications: (count: Int, round: Int)
  ) throws(FaceError) -> [FaceObservation] {
    var upright: [FaceCandidate] = []
    var lying: [FaceCandidate] = []
    var halves: [FaceCandidate] = []
    let results = concurrentMap(numbers.count) { index in
      Result { () throws(FaceError) in try candidates(in: tiles[numbers[index]]) }
    }
    for (number, result) in zip(numbers, results) {
      let tile = tiles[number]
      if tile.isReflected {
        halves += try result.get().filter(isHalf)
      } else if tile.turn == .up {
        upright += try result.get()
      } else {
        lying += try result.get()
      }
    }
    let merged = NonMaximumSuppression.onePerFace(upright)
    var found = try measured(merged.filter { !isDoubtful($0) }, besides: known, limit: limit)
    // The mesh network often misses a face that the picture's edge cuts.
    var unsure = merged.filter { isDoubtful($0) || isCut($0) }
    // A candidate that resembles its own mirror image may be anything: each is verified.
    unsure += NonMaximumSuppression.onePerFace(halves).filter { half in
      !unsure.contains { $0.intersectionOverUnion(half) > FaceAnalysisSettings.mergedOverlap }
    }
    found += try verified(unsure, besides: known + found.map(\.box), verifications)
    found += try blurred(merged, besides: known + found.map(\.box), limit: verifications.count / 3)
    if !lying.isEmpty {
      found += try measured(NonMaximumSuppression.onePerFace(lying), besides: known, limit: limit)
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
    _ candidates: [FaceCandidate], besides known: [FaceBox], limit: Int
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

  private static let detectorSide = BlazeFace.Kind.shortRange.inputSize

  /// The window in which a detector searches for the face of a crop.
  private static func windowed(_ crop: FaceCrop) -> FaceCrop {
    FaceCrop(center: crop.center, side: crop.side * FaceAnalysisSettings.trackedWindow, roll: crop.roll)
  }

  /// The candidates of a detector round a face, best first, in pixels of the window.
  private func detected(_ crop: FaceCrop) throws(FaceError) -> [FaceCandidate] {
    let side = Self.detectorSide
    guard let pixels = try pyramid.pixels(of: Self.windowed(crop), side: side) else { return [] }
    do {
      return try detectors.shortRange.candidates(
        in: pixels, region: PixelRect(pixels.size), minimumScore: FaceAnalysisSettings.trackedScore
      ).sorted { $0.score > $1.score }
    } catch {
      throw .network(error)
    }
  }

  /// The crop of a candidate found in a window.
  private static func crop(of candidate: FaceCandidate, in window: FaceCrop) -> FaceCrop {
    let crop = FaceCrop(candidate)
    let place = window.map(pixels: detectorSide).apply(x: Double(crop.center.x), y: Double(crop.center.y))
    return FaceCrop(
      center: SIMD2(Float(place.x), Float(place.y)), side: crop.side * window.side / Float(detectorSide),
      roll: crop.roll + window.roll)
  }
}
