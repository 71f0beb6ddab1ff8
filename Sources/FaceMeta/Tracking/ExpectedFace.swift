/// A known face, and where it should be in the frame that is looked at.
struct ExpectedFace: Sendable {
  /// Where its bounds should be.
  var box: FaceBox
  /// Where its mesh should be looked for.
  var crop: FaceCrop
  /// Whether the mesh is looked for first, because it was seen in the last frame; otherwise a detector is asked.
  var isMeasured: Bool
  /// Whether a detector is to be asked besides the mesh, which can mistake a neck for a face that was there.
  var isToBeChecked: Bool
  /// What the network said of its yaw lately; nil to ask it.
  var knownYaw: KnownYaw?
  /// How sure a detector was, when it was last asked.
  var score: Float
  /// Other faces, which this one is not.
  var others: [FaceBox] = []

  /// Whether a face that was seen may be this one: about as large, and not far away.
  func admits(_ box: FaceBox) -> Bool {
    let offset = box.middle - self.box.middle
    let distance = (offset * offset).sum().squareRoot()
    let ratio = box.side / max(self.box.side, 1e-9)
    return distance < 0.8 * max(self.box.side, box.side) && ratio > 0.55 && ratio < 1.8
      && !others.contains { $0.isSameFace(as: box) }
  }
}
