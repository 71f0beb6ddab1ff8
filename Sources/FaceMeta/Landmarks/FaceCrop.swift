import Glibc
import Imaging
import Kernels

/// A square of the upright picture, turned so that the face (or eye) in it stands upright.
struct FaceCrop: Sendable, Hashable {
  /// The centre in pixels of the upright picture.
  var center: SIMD2<Float>
  /// The side, in pixels of the upright picture.
  var side: Float
  /// Clockwise as the viewer sees it, in radians.
  var roll: Float

  /// The side of a face's crop, in sides of the face's box.
  static let margin: Float = 1.5

  init(center: SIMD2<Float>, side: Float, roll: Float) {
    self.center = center
    self.side = side
    self.roll = roll
  }

  /// The crop of a face, half as large again as the box round it.
  init(center: SIMD2<Float>, extent: SIMD2<Float>, roll: Float) {
    self.init(center: center, side: Self.margin * max(extent.x, extent.y), roll: roll)
  }

  /// The crop of a candidate, turned so that the face is upright.
  init(_ candidate: FaceCandidate) {
    self.init(center: candidate.center, extent: candidate.extent, roll: candidate.roll)
  }

  /// The crop of a face that only ``CenterFace`` detected, whose box is about that of a mesh.
  init(_ detection: CenterFace.Detection, roll: Float) {
    self.init(center: detection.center, extent: detection.extent, roll: roll)
  }

  /// The crop of a face of which the bounds are known, in pixels of the upright picture.
  init(around box: FaceBox, roll: Float = 0) {
    self.init(center: SIMD2<Float>(box.center), extent: SIMD2<Float>(box.extent), roll: roll)
  }

  /// The crop of a reported face in an upright picture of `size`.
  init(_ face: Face, in size: PixelSize) {
    self.init(around: FaceBox(face.bounds, in: size), roll: Float(face.roll?.radians ?? 0))
  }

  /// The map from the pixels of a crop of `pixels` a side to the upright picture.
  func map(pixels: Int) -> AffineTransform2D {
    let scale = Double(side) / Double(pixels)
    let (c, s) = (cos(Double(roll)) * scale, sin(Double(roll)) * scale)
    let half = Double(pixels) / 2
    return AffineTransform2D(
      a: c, b: s, c: -s, d: c, tx: Double(center.x) - c * half + s * half, ty: Double(center.y) - s * half - c * half)
  }

  /// The crop as `rgba8` of `side` pixels a side; nil if it is not usable.
  func pixels(of picture: UprightPicture, side: Int) throws(FaceError) -> PixelBuffer? {
    guard isUsable(in: picture.size) else { return nil }
    do {
      return try picture.part(map(pixels: side), size: PixelSize(width: side, height: side))
    } catch {
      throw .pixels(error)
    }
  }

  /// The same crop in a picture `scale` times as large.
  func scaled(by scale: Float) -> FaceCrop { FaceCrop(center: center * scale, side: side * scale, roll: roll) }

  /// Whether pixels can be taken: the crop is finite, at least 2 pixels wide, and near a picture of `size`.
  func isUsable(in size: PixelSize) -> Bool {
    let limit = 4 * Float(max(size.width, size.height))
    return side.isFinite && roll.isFinite && side >= 2 && side <= 2 * limit
      && abs(center.x) < limit && abs(center.y) < limit
  }
}
