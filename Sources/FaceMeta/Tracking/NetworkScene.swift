import Imaging
import Inference
import Kernels

/// A frame that is looked at with the networks.
struct NetworkScene: FaceScene {
  let picture: WorkingPicture
  let detectors: FaceNetworks.Detectors
  let mesh: FaceMesh
  let iris: IrisMesh?
  let yaw: YawNetwork
  let minimumConfidence: Double
  /// In pixels of the upright picture.
  let minimumFace: Double
  let thumbnail: PixelBuffer
  let parts: [SearchPart]

  var size: PixelSize { picture.full.size }
  var partCount: Int { parts.count }

  /// Where a face was, a detector that is less sure than for a new one is believed.
  private static let expectedScore: Float = 0.5
  /// A face that the detector alone sees, when it is looked for where it was, is at least this sure.
  private static let unmeasuredScore: Float = 0.65
  /// How much larger than the mesh's crop the window is in which a detector looks for a known face.
  private static let window: Float = 1.7
  /// Degrees that the eyes may be off level before the mesh is looked at once more.
  private static let levelWithin = 10.0
  /// From the other three sides, more is needed for a face.
  private static let believedLyingDown = 0.8

  static func thumbnail(of picture: WorkingPicture) throws(FaceError) -> PixelBuffer {
    do {
      return try picture.reduced[picture.reduced.count - 1].scaled(to: PixelSize(width: 32, height: 24))
    } catch {
      throw .pixels(error)
    }
  }

  func sighting(of expected: ExpectedFace) throws(FaceError) -> FaceSighting? {
    if expected.isMeasured,
      var seen = try measured(expected.crop, score: expected.score, knownYaw: expected.knownYaw),
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
    let window = expected.crop
    for candidate in try detected(window) {
      let crop = Self.crop(of: candidate, in: Self.windowed(window))
      let box = FaceBox(
        FaceBounds.bounds(of: candidate, in: Self.windowed(window), side: Self.detectorSide, pictureSize: size),
        in: size)
      if let seen = try measured(crop, score: candidate.score), expected.admits(seen.box) { return seen }
      guard candidate.score >= Self.unmeasuredScore, expected.admits(box) else { continue }
      let confidence = Double(candidate.score) * 0.6
      guard confidence >= minimumConfidence * 0.8 else { continue }
      return FaceSighting(box: box, crop: crop, score: candidate.score, confidence: confidence)
    }
    return nil
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
        .filter { $0.isMeasured && $0.confidence >= Self.believedLyingDown }
    }
    var single: [FaceSighting] = []
    for sighting in found.sorted(by: { $0.confidence > $1.confidence })
    where !single.contains(where: { $0.box.share(with: sighting.box) > 0.45 }) {
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
    let score = Float(min(max(minimumConfidence * 0.8, 0.05), 0.95))
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

  private func measured(
    _ candidates: [FaceCandidate], besides known: [FaceBox], limit: Int
  ) throws(FaceError) -> [FaceSighting] {
    let fresh = candidates.filter { candidate in
      let box = FaceBox(FaceBounds.bounds(of: candidate, in: size), in: size)
      return !known.contains { $0.share(with: box) > 0.45 }
    }
    let largest = Array(fresh.sorted { $0.area > $1.area }.prefix(limit))
    let answers = concurrentMap(largest.count) { index in
      Result { () throws(FaceError) in try sighting(of: largest[index]) }
    }
    var sightings: [FaceSighting] = []
    for answer in answers {
      // The size is measured only so well.
      if let sighting = try answer.get(), sighting.box.extent.x >= 0.75 * minimumFace { sightings.append(sighting) }
    }
    return sightings
  }

  /// A new face, if it is one.
  private func sighting(of candidate: FaceCandidate) throws(FaceError) -> FaceSighting? {
    if let seen = try measured(FaceCrop(candidate), score: candidate.score) {
      return seen.confidence >= minimumConfidence ? seen : nil
    }
    let confidence = Double(candidate.score) * 0.6
    guard candidate.score >= FaceReader.certainScore, confidence >= minimumConfidence else { return nil }
    return FaceSighting(
      box: FaceBox(FaceBounds.bounds(of: candidate, in: size), in: size), crop: FaceCrop(candidate),
      score: candidate.score, confidence: confidence)
  }

  /// The face in a crop, looked at again until its eyes are level; nil if the mesh does not take it for a face.
  ///
  /// - Parameter knownYaw: what the network said of the face lately; nil to ask it.
  private func measured(
    _ crop: FaceCrop, score: Float, knownYaw: KnownYaw? = nil
  ) throws(FaceError) -> FaceSighting? {
    var crop = crop
    var found: (answer: FaceMesh.Answer, pixels: PixelBuffer)?
    for _ in 0..<3 {
      guard let pixels = try picture.pixels(of: crop, side: FaceMesh.inputSize),
        let answer = try mesh.answer(for: crop, pixels: pixels)
      else { return nil }
      guard answer.presence >= FaceReader.minimumPresence / 2 else { return nil }
      found = (answer, pixels)
      let turn = Angle(radians: Double(answer.crop.roll - crop.roll)).signed.degrees
      crop = answer.crop
      if abs(turn) < Self.levelWithin, answer.presence >= FaceReader.minimumPresence { break }
    }
    guard let found, found.answer.presence >= FaceReader.minimumPresence,
      let pose = HeadPose(points: found.answer.points)
    else { return nil }
    let irises = try iris?.points(for: found.answer, in: picture.full) ?? []
    let bounds = FaceBounds.bounds(of: found.answer.points, roll: pose.roll, in: size)
    var turned = knownYaw?.yaw(at: pose)
    var basis = knownYaw
    if turned == nil {
      turned = try yaw.yaw(points: found.answer.points, pixels: found.pixels)
      basis = turned.map { KnownYaw(told: $0, geometry: pose.yaw) }
    }
    return FaceSighting(
      box: FaceBox(bounds, in: size), roll: pose.roll, yaw: turned, knownYaw: basis, pitch: pose.pitch,
      points: found.answer.points + irises, crop: found.answer.crop, score: score,
      confidence: Double((score * found.answer.presence).squareRoot()), appearance: FaceAppearance(crop: found.pixels))
  }

  private static let detectorSide = BlazeFace.Kind.shortRange.inputSize

  /// The window in which a detector looks for the face of a crop.
  private static func windowed(_ crop: FaceCrop) -> FaceCrop {
    FaceCrop(middle: crop.middle, side: crop.side * window, roll: crop.roll)
  }

  /// What the detector sees round a face, the surest first, in pixels of the window.
  private func detected(_ crop: FaceCrop) throws(FaceError) -> [FaceCandidate] {
    let side = Self.detectorSide
    guard let pixels = try picture.pixels(of: Self.windowed(crop), side: side) else { return [] }
    do {
      return try detectors.shortRange.candidates(
        in: pixels, region: PixelRect(pixels.size), minimumScore: Self.expectedScore
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
