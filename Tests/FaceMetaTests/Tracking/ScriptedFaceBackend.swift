import Imaging

@testable import FaceMeta

/// A backend that detects faces where a script places them, instead of analysing pixels.
struct ScriptedFaceBackend: FaceBackend {
  var faces: [ScriptedFace]
  /// A detector's part that finds face n is the one of number `n % tileCount`.
  var tileCount = 1
  /// From when on frames are half as large, in seconds; nil for never.
  var halvesFrom: Double?
  /// Called for each face that is searched for, with the time.
  var onLook: (@Sendable (Double, PredictedFace) -> Void)?
  /// Called for each face that the verification network examines, with the time.
  var onVerification: (@Sendable (Double, PredictedFace) -> Void)?
  /// Called for each new face that the verification network is asked about, with the time.
  var onConfirmation: (@Sendable (Double) -> Void)?

  func analysis(of frame: Frame) throws(FaceError) -> any FrameAnalysis {
    let isHalved = halvesFrom.map { frame.time.seconds >= $0 } ?? false
    return ScriptedFrameAnalysis(
      size: isHalved ? ScriptedMovie.size.half : ScriptedMovie.size, thumbnail: frame.pixels, tileCount: tileCount,
      time: frame.time.seconds, onLook: onLook,
      onVerification: onVerification, onConfirmation: onConfirmation,
      seen: faces.enumerated().compactMap { number, face in
        guard let box = face.box(frame.time.seconds) else { return nil }
        let time = frame.time.seconds
        return ScriptedFaceView(
          number: number, observation: FaceObservation(face, box: box, at: time), slip: face.slip(time),
          isConfirmed: face.isConfirmed(time))
      })
  }
}

extension FaceObservation {
  init(_ face: ScriptedFace, box: FaceBox, at time: Double) {
    let crop = FaceCrop(
      center: SIMD2(Float(box.center.x), Float(box.center.y)), side: Float(box.side * 1.5), roll: 0)
    // Patterns of different frequencies.
    let look = (0..<192).map { 0.5 + 0.4 * ((($0 / (face.look + 1)) % 2 == 0) ? Float(1) : -1) }
    self.init(
      box: box, roll: face.roll(time), yaw: .degrees(0),
      yawCalibration: YawCalibration(networkYaw: .degrees(0), meshYaw: .degrees(0)), pitch: .degrees(0),
      points: [SIMD3(Float(box.center.x), Float(box.center.y), 0)], crop: crop, score: 0.9,
      confidence: face.confidence, appearance: FaceAppearance(values: look))
    guard face.isProfile(time) || face.isBlurred(time) else { return }
    (roll, yaw, yawCalibration, pitch, points, appearance) = (nil, nil, nil, nil, [], nil)
    (isVerified, isBlurred) = (true, face.isBlurred(time))
    // Blur widens the detection.
    if isBlurred { self.box.extent.x *= 1.3 }
  }
}

/// A face of the script in one frame.
private struct ScriptedFaceView {
  let number: Int
  let observation: FaceObservation
  let slip: SIMD2<Double>
  let isConfirmed: Bool
}

private struct ScriptedFrameAnalysis: FrameAnalysis {
  let size: PixelSize
  let thumbnail: PixelBuffer
  let tileCount: Int
  let time: Double
  let onLook: (@Sendable (Double, PredictedFace) -> Void)?
  let onVerification: (@Sendable (Double, PredictedFace) -> Void)?
  let onConfirmation: (@Sendable (Double) -> Void)?
  let seen: [ScriptedFaceView]

  func observation(of predicted: PredictedFace) throws(FaceError) -> FaceObservation? {
    onLook?(time, predicted)
    // Like the mesh it knows no face from another: it takes the nearest.
    return seen.map { face in
      var observation = face.observation
      observation.box.center += face.slip
      return observation
    }.filter { $0.isMeasured && predicted.matches($0.box) && $0.box.visibleFraction(in: size) > 0.6 }
      .min { distance($0, predicted) < distance($1, predicted) }
  }

  func verification(of predicted: PredictedFace, seen known: FaceObservation?) throws(FaceError) -> FaceObservation? {
    onVerification?(time, predicted)
    var found = seen.map(\.observation).filter { observation in
      let places = observation.isBlurred ? predicted.quickPlaces : [predicted]
      return places.contains { $0.matches(observation.box) } && observation.box.visibleFraction(in: size) > 0.6
        && (!observation.isBlurred || predicted.blurDirection != nil)
    }.min { distance($0, predicted) < distance($1, predicted) }
    found?.isVerified = true
    return found
  }

  func confirms(_ new: FaceObservation) throws(FaceError) -> Bool {
    onConfirmation?(time)
    return seen.contains { $0.isConfirmed && $0.observation.box.isSameFace(as: new.box) }
  }

  func search(
    _ tiles: [Int], besides known: [FaceBox], limit: Int, verifications: (count: Int, round: Int)
  ) throws(FaceError) -> [FaceObservation] {
    seen.filter { tiles.contains($0.number % tileCount) }.map(\.observation).filter { observation in
      (observation.isMeasured || verifications.count > 0) && observation.box.visibleFraction(in: size) > 0.8
        && !known.contains { $0.isSameFace(as: observation.box) }
    }
  }

  private func distance(_ observation: FaceObservation, _ predicted: PredictedFace) -> Double {
    let offset = observation.box.center - predicted.box.center
    return (offset * offset).sum()
  }
}
