import Glibc
import Imaging
import Kernels

/// A square of the upright picture in which a face (or an eye) stands upright, whatever its roll.
struct FaceCrop: Sendable, Hashable {
  /// In pixels of the upright picture.
  var middle: SIMD2<Float>
  /// The side, in pixels of the upright picture.
  var side: Float
  /// Clockwise as the viewer sees it, in radians.
  var roll: Float

  /// The side of the crop of a face, in sides of the face's box.
  static let margin: Float = 1.5

  /// Half as large again as a box round a face, turned so that the eyes are level.
  static func face(minimum: SIMD2<Float>, maximum: SIMD2<Float>, rightEye: SIMD2<Float>, leftEye: SIMD2<Float>)
    -> FaceCrop
  {
    let extent = maximum - minimum
    let eyes = leftEye - rightEye
    return FaceCrop(
      middle: (minimum + maximum) / 2, side: margin * max(extent.x, extent.y), roll: atan2f(eyes.y, eyes.x))
  }

  init(middle: SIMD2<Float>, side: Float, roll: Float) {
    self.middle = middle
    self.side = side
    self.roll = roll
  }

  init(_ candidate: FaceCandidate) {
    self = .face(
      minimum: candidate.minimum, maximum: candidate.maximum,
      rightEye: candidate.points[FaceCandidate.rightEye], leftEye: candidate.points[FaceCandidate.leftEye])
  }

  /// The map from the pixels of a crop of `pixels` a side to the upright picture.
  func map(pixels: Int) -> AffineTransform {
    let scale = Double(side) / Double(pixels)
    let (c, s) = (cos(Double(roll)) * scale, sin(Double(roll)) * scale)
    let half = Double(pixels) / 2
    return AffineTransform(
      a: c, b: s, c: -s, d: c, tx: Double(middle.x) - c * half + s * half, ty: Double(middle.y) - s * half - c * half)
  }

  /// The crop as `rgba8` of `side` pixels a side; nil if it cannot be taken.
  func pixels(of picture: UprightPicture, side: Int) throws(FaceError) -> PixelBuffer? {
    guard isUsable(in: picture.size) else { return nil }
    do {
      return try picture.part(map(pixels: side), size: PixelSize(width: side, height: side))
    } catch {
      throw .pixels(error)
    }
  }

  /// The same place in a picture that is `scale` times as large.
  func scaled(by scale: Float) -> FaceCrop { FaceCrop(middle: middle * scale, side: side * scale, roll: roll) }

  /// Whether the crop can be taken: a face of no size, or far outside, cannot.
  func isUsable(in size: PixelSize) -> Bool {
    let limit = 4 * Float(max(size.width, size.height))
    return side.isFinite && roll.isFinite && side >= 2 && side <= 2 * limit
      && abs(middle.x) < limit && abs(middle.y) < limit
  }
}
