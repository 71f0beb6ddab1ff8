import Imaging

/// A part of a face that moves while the head is still, by blinking or talking.
struct MovingFacePart: Sendable {
  /// Indices of its landmarks.
  let points: [Int]
  /// The indices of the points that decide the width.
  let probes: [Int]

  static let eyes = MovingFacePart(
    points: FacePart.leftEye.meshIndices + FacePart.rightEye.meshIndices, probes: [159, 145, 386, 374])
  /// The lips and the jaw's edge.
  static let mouth = MovingFacePart(
    points: FacePart.outerLips.meshIndices + FacePart.innerLips.meshIndices
      + [397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136, 172],
    probes: [61, 291, 13, 14, 152])

  static let all = [eyes, mouth]
}
