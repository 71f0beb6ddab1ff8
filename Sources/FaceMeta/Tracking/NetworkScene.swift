import Imaging
import Inference
import Kernels

/// A frame that is looked at with the networks.
struct NetworkScene: FaceScene {
  let picture: WorkingPicture
  let detectors: FaceNetworks.Detectors
  let landmarker: FaceLandmarker
  let thumbnail: PixelBuffer
  let parts: [SearchPart]

  var size: PixelSize { picture.size }
  var partCount: Int { parts.count }

  private var settings: FaceAnalysisSettings { landmarker.settings }

  static func thumbnail(of picture: WorkingPicture) throws(FaceError) -> PixelBuffer {
    do {
      return try picture.reduced[picture.reduced.count - 1].scaled(to: PixelSize(width: 32, height: 24))
    } catch {
      throw .pixels(error)
    }
  }

  func sighting(of expected: ExpectedFace) throws(FaceError) -> FaceSighting? {
    if expected.isMeasured, var seen = try sighting(in: expected.crop, score: expected.score, expected.knownYaw),
      expected.admits(seen.box)
    {
      guard expected.isToBeChecked else { return seen }
      let candidate = try detected(seen.crop).max { $0.score < $1.score }
      seen.isDoubtful = candidate == nil
      if let candidate {
        // The confidence is the geometric mean of what the two say.
        seen.confidence *= Double(candidate.score / seen.score).squareRoot()
        seen.score = candidate.score
      }
      return seen
    }
    let window = Self.windowed(expected.crop)
    for candidate in try detected(expected.crop) {
      let crop = Self.crop(of: candidate, in: window)
      if let seen = try sighting(in: crop, score: candidate.score, nil), expected.admits(seen.box) { return seen }
      let bounds = FaceBounds.bounds(of: candidate, in: window, side: Self.detectorSide, pictureSize: size)
      guard expected.admits(FaceBox(bounds, in: size)),
        let face = landmarker.tracked(score: candidate.score, bounds: bounds, crop: crop)
      else { continue }
      return FaceSighting(face, in: size)
    }
    return nil
  }

  private func sighting(
    in crop: FaceCrop, score: Float, _ knownYaw: KnownYaw?
  ) throws(FaceError) -> FaceSighting? {
    try landmarker.face(in: crop, score: score, knownYaw: knownYaw, of: picture).map { FaceSighting($0, in: size) }
  }

  func search(_ numbers: [Int], besides known: [FaceBox], limit: Int) throws(FaceError) -> [FaceSighting] {
    var upright: [FaceCandidate] = []
    var lying: [FaceCandidate] = []
    let answers = concurrentMap(numbers.count) { index in
      Result { () throws(FaceError) in try candidates(in: parts[numbers[index]]) }
    }
    for (number, answer) in zip(numbers, answers) {
      if parts[number].turn == .up { upright += try answer.get() } else { lying += try answer.get() }
    }
    var found = try measured(NonMaximumSuppression.oneEach(upright), besides: known, limit: limit)
    if !lying.isEmpty {
      found += try measured(NonMaximumSuppression.oneEach(lying), besides: known, limit: limit)
        .filter { $0.isMeasured && $0.confidence >= FaceAnalysisSettings.rotatedConfidence }
    }
    var single: [FaceSighting] = []
    for sighting in found.sorted(by: { $0.confidence > $1.confidence })
    where !single.contains(where: { $0.box.isSameFace(as: sighting.box) }) {
      single.append(sighting)
    }
    return single
  }

  /// What a detector sees in a part, in pixels of the upright picture.
  private func candidates(in part: SearchPart) throws(FaceError) -> [FaceCandidate] {
    let map = part.map(to: size)
    let pixels = try picture.part(map, size: part.tile.size)
    let detector = part.kind == .fullRange ? detectors.fullRange : detectors.shortRange
    let whole = PixelRect(part.tile.size)
    let score = settings.candidateScore(settings.candidateScoreFraction)
    let found: [FaceCandidate]
    do {
      found = try detector.candidates(in: pixels, region: whole, minimumScore: score)
    } catch {
      throw .network(error)
    }
    let origin = SIMD2(Float(part.tile.x), Float(part.tile.y))
    return found.filter { candidate in
      !FaceSearch.isCut(candidate.mapped { $0 + origin }, by: part.tile, of: part.levelSize)
    }.map { candidate in
      candidate.mapped { point in
        let place = map.apply(x: Double(point.x), y: Double(point.y))
        return SIMD2(Float(place.x), Float(place.y))
      }
    }
  }

  /// The largest `limit` faces among candidates that are of none of the known faces.
  private func measured(
    _ candidates: [FaceCandidate], besides known: [FaceBox], limit: Int
  ) throws(FaceError) -> [FaceSighting] {
    let fresh = candidates.filter { candidate in
      let box = FaceBox(FaceBounds.bounds(of: candidate, in: size), in: size)
      return !known.contains { $0.isSameFace(as: box) }
    }
    let largest = Array(fresh.sorted { $0.area > $1.area }.prefix(limit))
    let smallest = settings.smallestReported(in: size)
    return try landmarker.faces(for: largest, in: picture).map { FaceSighting($0, in: size) }
      .filter { $0.box.extent.x >= smallest }
  }

  private static let detectorSide = BlazeFace.Kind.shortRange.inputSize

  /// The window in which a detector looks for the face of a crop.
  private static func windowed(_ crop: FaceCrop) -> FaceCrop {
    FaceCrop(middle: crop.middle, side: crop.side * FaceAnalysisSettings.trackedWindow, roll: crop.roll)
  }

  /// What the detector sees round a face, the surest first, in pixels of the window.
  private func detected(_ crop: FaceCrop) throws(FaceError) -> [FaceCandidate] {
    let side = Self.detectorSide
    guard let pixels = try picture.pixels(of: Self.windowed(crop), side: side) else { return [] }
    do {
      return try detectors.shortRange.candidates(
        in: pixels, region: PixelRect(pixels.size), minimumScore: FaceAnalysisSettings.trackedScore
      ).sorted { $0.score > $1.score }
    } catch {
      throw .network(error)
    }
  }

  /// The crop of a candidate that was found in a window.
  private static func crop(of candidate: FaceCandidate, in window: FaceCrop) -> FaceCrop {
    let crop = FaceCrop(candidate)
    let place = window.map(pixels: detectorSide).apply(x: Double(crop.middle.x), y: Double(crop.middle.y))
    return FaceCrop(
      middle: SIMD2(Float(place.x), Float(place.y)), side: crop.side * window.side / Float(detectorSide),
      roll: crop.roll + window.roll)
  }
}
