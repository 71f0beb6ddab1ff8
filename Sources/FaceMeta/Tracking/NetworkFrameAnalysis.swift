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

  func confirms(_ new: FaceObservation) throws(FaceError) -> Bool {
    // It knows little of faces that the picture's edge cuts.
    let isWhole =
      new.points.isEmpty ? new.box.visibleFraction(in: size) >= 1 : FaceMesh.Prediction.isInside(new.points, size)
    guard isWhole else { return true }
    return try landmarker.confirms(new.isMeasured ? new.crop : FaceCrop(around: new.box), in: pyramid)
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
    guard face.confidence >= settings.search.minimumConfidence * FaceAnalysisSettings.trackedConfidenceFraction else {
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
    try TileSearch(pyramid: pyramid, detectors: detectors, landmarker: landmarker, limit: limit)
      .faces(in: numbers.map { tiles[$0] }, besides: known, verifications)
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
