/// A tracked face and its predicted place in the next frame, in pixels of the upright picture.
struct PredictedFace: Sendable {
  /// The predicted bounds.
  var box: FaceBox
  /// The crop for the mesh network.
  var crop: FaceCrop
  /// Whether the mesh network runs first, because it detected the face in the last frame; otherwise a detector does.
  var isMeasured: Bool
  /// Whether a detector runs besides the mesh network, which can confuse a neck with a face that was there.
  var needsDetection: Bool
  /// The yaw network's last prediction for this face; nil to run it, and to search for the lips.
  var yawCalibration: YawCalibration?
  /// The shift of the lips in earlier frames.
  var lipShift: LipShift?
  /// The detector's last score, `0...1`.
  var score: Float
  /// The direction of motion that is quick enough to blur the face, of length 1; nil if it is slow.
  var blurDirection: SIMD2<Double>?
  /// Whether the distance and the sign of that motion are unknown, because the face was detected once.
  var isSpeedUnknown = false
  /// The bounds of the other visible faces, which exclude this one.
  var others: [FaceBox] = []

  /// The prediction for another network, after one has detected the face.
  func moved(to seen: FaceObservation) -> PredictedFace {
    var moved = self
    (moved.box, moved.crop) = (seen.box, seen.crop)
    return moved
  }

  /// The places at which a quickly moving face may be, nearest first.
  var quickPlaces: [PredictedFace] {
    guard let blurDirection, isSpeedUnknown else { return [self] }
    let side = Double(crop.side / FaceCrop.margin)
    return [0, Self.unknownStep, -Self.unknownStep].map { step in
      var moved = self
      moved.box.center += blurDirection * (step * side)
      moved.crop.center += SIMD2<Float>(blurDirection * (step * side))
      return moved
    }
  }

  /// The distance between such places, in sides of the face; the verification network covers half a side around each.
  private static let unknownStep = 0.8

  /// Whether a box of this face is so far from the predicted one, or so different in size, that it may be of something
  /// else.
  func isLeap(to box: FaceBox) -> Bool {
    let offset = box.center - self.box.center
    let ratio = box.side / max(self.box.side, 1e-9)
    return (offset * offset).sum().squareRoot() > 0.35 * self.box.side || ratio < 0.75 || ratio > 1.33
  }

  /// Whether a box may be of this face: of about the same size, near the predicted place, and not of another face.
  func matches(_ box: FaceBox) -> Bool {
    let offset = box.center - self.box.center
    let distance = (offset * offset).sum().squareRoot()
    let ratio = box.side / max(self.box.side, 1e-9)
    return distance < 0.8 * max(self.box.side, box.side) && ratio > 0.55 && ratio < 1.8
      && !others.contains { $0.isSameFace(as: box) }
  }
}
