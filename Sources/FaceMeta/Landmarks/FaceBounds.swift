import Glibc
import Imaging

/// The bounds of a face in AVFoundation's convention: from just above the eyebrows to just below the lips, as wide as
/// the face.
enum FaceBounds {
  /// The margin of the bounds beyond eyebrows and lips, as a fraction of the distance between the two.
  private static let margin: Float = 0.06

  /// The bounds of a mesh in pixels of the upright picture, as fractions of its size.
  ///
  /// They enclose the ellipse in the face's own rectangle, so that they do not grow when the head is rolled.
  static func bounds(of points: [SIMD3<Float>], roll: Angle, in size: PixelSize) -> NormalizedRect {
    let angle = Float(roll.radians)
    let (c, s) = (cosf(angle), sinf(angle))
    /// A point in the face's own axes.
    func turned(_ index: Int) -> SIMD2<Float> {
      let point = points[index]
      return SIMD2(c * point.x + s * point.y, c * point.y - s * point.x)
    }
    let brows = (FacePart.leftEyebrow.meshIndices + FacePart.rightEyebrow.meshIndices).map { turned($0).y }
    let lips = FacePart.outerLips.meshIndices.map { turned($0).y }
    let sides = FacePart.faceOval.meshIndices.map { turned($0).x }
    let top = brows.min() ?? 0
    let bottom = lips.max() ?? 0
    let more = margin * (bottom - top)
    return box(
      minimum: SIMD2(sides.min() ?? 0, top - more), maximum: SIMD2(sides.max() ?? 0, bottom + more), cosine: c, sine: s,
      in: size)
  }

  /// The bounds of a candidate without a mesh, whose box reaches from the forehead to the chin.
  static func bounds(of candidate: FaceCandidate, in size: PixelSize) -> NormalizedRect {
    box(
      minimum: candidate.minimum + candidate.extent * candidateInset.minimum,
      maximum: candidate.maximum - candidate.extent * candidateInset.maximum, cosine: 1, sine: 0, in: size)
  }

  /// The bounds of a face that only CenterFace detected, whose box reaches from the hairline to the chin.
  ///
  /// - Parameter roll: the rotation of the box about its middle, clockwise, in radians.
  static func bounds(of detection: CenterFace.Detection, roll: Float = 0, in size: PixelSize) -> NormalizedRect {
    let half = (detection.maximum - detection.minimum) / 2
    let middle = (detection.maximum + detection.minimum) / 2
    let (c, s) = (cosf(roll), sinf(roll))
    let center = SIMD2(c * middle.x + s * middle.y, c * middle.y - s * middle.x)
    return box(
      minimum: center - half + SIMD2(0, 2 * verifiedInset.top * half.y),
      maximum: center + half - SIMD2(0, 2 * verifiedInset.bottom * half.y), cosine: c, sine: s, in: size)
  }

  /// Fractions of the detectors' boxes outside the bounds: medians over 400 measured faces of group photos. Left and
  /// top, right and bottom.
  private static let candidateInset = (minimum: SIMD2<Float>(0.05, 0.145), maximum: SIMD2<Float>(0.05, 0.17))
  private static let verifiedInset: (top: Float, bottom: Float) = (0.215, 0.16)

  /// The bounds of a candidate without a mesh that was found in a crop of `side` pixels a side.
  static func bounds(
    of candidate: FaceCandidate, in crop: FaceCrop, side: Int, pictureSize size: PixelSize
  ) -> NormalizedRect {
    let map = crop.map(pixels: side)
    let place = map.apply(x: Double(candidate.center.x), y: Double(candidate.center.y))
    let half = candidate.extent * SIMD2(0.45, 0.42) * crop.side / Float(side)
    let (c, s) = (cosf(crop.roll), sinf(crop.roll))
    let (x, y) = (Float(place.x), Float(place.y))
    let center = SIMD2(c * x + s * y, c * y - s * x)
    return box(minimum: center - half, maximum: center + half, cosine: c, sine: s, in: size)
  }

  /// The box round the ellipse in a turned rectangle.
  private static func box(
    minimum: SIMD2<Float>, maximum: SIMD2<Float>, cosine c: Float, sine s: Float, in size: PixelSize
  ) -> NormalizedRect {
    let center = (minimum + maximum) / 2
    let half = (maximum - minimum) / 2
    let x = c * center.x - s * center.y
    let y = s * center.x + c * center.y
    let halfWidth = (c * c * half.x * half.x + s * s * half.y * half.y).squareRoot()
    let halfHeight = (s * s * half.x * half.x + c * c * half.y * half.y).squareRoot()
    let (width, height) = (Double(size.width), Double(size.height))
    return NormalizedRect(
      x: Double(x - halfWidth) / width, y: Double(y - halfHeight) / height, width: Double(2 * halfWidth) / width,
      height: Double(2 * halfHeight) / height)
  }
}
