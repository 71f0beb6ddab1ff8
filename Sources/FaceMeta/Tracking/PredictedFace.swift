/// A tracked face and its predicted place in the next frame, in pixels of the upright picture.
struct PredictedFace: Sendable {
  /// The predicted bounds.
  var box: FaceBox
  /// The square to look for the mesh in.
  var crop: FaceCrop
  /// Whether the mesh network runs first, because it saw the face in the last frame; otherwise a detector does.
  var isMeasured: Bool
  /// Whether a detector runs besides the mesh network, which can mistake a neck for a face that was there.
  var needsDetection: Bool
  /// The last answer of the yaw network for this face; nil to run it, and to look for the lips.
  var yawCalibration: YawCalibration?
  /// The shift of the lips in earlier frames.
  var lipShift: LipShift?
  /// The detector's last score, `0...1`.
  var score: Float
  /// The direction in which the face moves so quickly that frames blur it, of length 1; nil where it does not.
  var quickWay: SIMD2<Double>?
  /// The bounds of the other visible faces, which this one cannot have.
  var others: [FaceBox] = []

  /// The prediction for another network, where one has seen the face already.
  func moved(to seen: FaceObservation) -> PredictedFace {
    var moved = self
    (moved.box, moved.crop) = (seen.box, seen.crop)
    return moved
  }

  /// Whether a box of this face is so far from the predicted one, or of so different a size, that it may be of something
  /// else.
  func isLeap(to box: FaceBox) -> Bool {
    let offset = box.center - self.box.center
    let ratio = box.side / max(self.box.side, 1e-9)
    return (offset * offset).sum().squareRoot() > 0.35 * self.box.side || ratio < 0.75 || ratio > 1.33
  }

  /// Whether a box may be of this face: about as large, near the predicted place, and of no other face.
  func matches(_ box: FaceBox) -> Bool {
    let offset = box.center - self.box.center
    let distance = (offset * offset).sum().squareRoot()
    let ratio = box.side / max(self.box.side, 1e-9)
    return distance < 0.8 * max(self.box.side, box.side) && ratio > 0.55 && ratio < 1.8
      && !others.contains { $0.isSameFace(as: box) }
  }
}
