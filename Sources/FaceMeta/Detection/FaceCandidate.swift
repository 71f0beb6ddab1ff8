import Glibc
import Imaging

/// BlazeFace's output for a possible face: a box from the forehead to the chin and six points.
struct FaceCandidate: Sendable, Hashable {
  /// The box's top left corner.
  var minimum: SIMD2<Float>
  /// The box's bottom right corner.
  var maximum: SIMD2<Float>
  /// The subject's right eye, left eye, nose tip, mouth, right ear and left ear.
  var points: [SIMD2<Float>]
  /// `0...1`.
  var score: Float

  static let rightEye = 0
  static let leftEye = 1
  static let mouth = 3

  /// The eyes of a profile are this close together at most, in distances from the eyes to the mouth. The direction from
  /// one to the other is then chance.
  private static let profileEyes: Float = 0.5

  var center: SIMD2<Float> { (minimum + maximum) / 2 }
  var extent: SIMD2<Float> { maximum - minimum }
  var area: Float { max(0, extent.x) * max(0, extent.y) }

  /// The rotation of the face, clockwise as the viewer sees it, in radians: that of the line through the eyes, for a
  /// profile that of the line from the eyes to the mouth.
  var roll: Float {
    let eyes = points[Self.leftEye] - points[Self.rightEye]
    let down = points[Self.mouth] - (points[Self.leftEye] + points[Self.rightEye]) / 2
    let isProfile = (eyes * eyes).sum() < Self.profileEyes * Self.profileEyes * (down * down).sum()
    return isProfile ? atan2f(-down.x, down.y) : atan2f(eyes.y, eyes.x)
  }

  /// Whether a picture of `size` shows all of the box.
  func isInside(_ size: PixelSize) -> Bool {
    minimum.min() >= 0 && maximum.x <= Float(size.width) && maximum.y <= Float(size.height)
  }

  /// The area of the intersection with another candidate.
  func sharedArea(with other: FaceCandidate) -> Float {
    let shared = pointwiseMin(maximum, other.maximum) - pointwiseMax(minimum, other.minimum)
    return max(0, shared.x) * max(0, shared.y)
  }

  /// The area of the intersection over that of the union, `0...1`.
  func intersectionOverUnion(_ other: FaceCandidate) -> Float {
    let shared = sharedArea(with: other)
    let union = area + other.area - shared
    return union > 0 ? shared / union : 0
  }

  /// The fraction of the box that is inside another one.
  func clipped(to other: FaceCandidate) -> FaceCandidate {
    var result = self
    result.minimum = pointwiseMin(pointwiseMax(minimum, other.minimum), other.maximum)
    result.maximum = pointwiseMax(pointwiseMin(maximum, other.maximum), other.minimum)
    return result
  }

  /// The candidate with every point mapped; `map` must keep axis-aligned boxes axis-aligned.
  func mapped(_ map: (SIMD2<Float>) -> SIMD2<Float>) -> FaceCandidate {
    let (a, b) = (map(minimum), map(maximum))
    return FaceCandidate(
      minimum: pointwiseMin(a, b), maximum: pointwiseMax(a, b), points: points.map(map), score: score)
  }
}
