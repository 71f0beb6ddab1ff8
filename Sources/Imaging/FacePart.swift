/// A named part of the face mesh. Left and right are the subject's, as in Vision and MediaPipe.
public enum FacePart: String, Sendable, Hashable, CaseIterable {
  /// The outline of the face: forehead, temples, jaw and chin.
  case faceOval
  /// The lids of an eye.
  case leftEye, rightEye
  /// An eyebrow.
  case leftEyebrow, rightEyebrow
  /// The outer edge of the lips.
  case outerLips
  /// The opening between the lips.
  case innerLips
  /// Four points on the edge of an iris; measured only with the irises.
  case leftIris, rightIris

  /// The part's outline as indices into ``FaceLandmarks/points``, in order round it.
  public var meshIndices: [Int] {
    switch self {
    case .faceOval:
      [
        10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149,
        150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
      ]
    case .leftEye: [263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466]
    case .rightEye: [33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246]
    case .leftEyebrow: [276, 283, 282, 295, 285, 336, 296, 334, 293, 300]
    case .rightEyebrow: [46, 53, 52, 65, 55, 107, 66, 105, 63, 70]
    case .outerLips:
      [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185]
    case .innerLips:
      [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191]
    case .leftIris: [474, 475, 476, 477]
    case .rightIris: [469, 470, 471, 472]
    }
  }
}
