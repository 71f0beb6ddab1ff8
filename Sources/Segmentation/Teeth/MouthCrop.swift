import Glibc
import Imaging

/// The part of a picture round one mouth as input of ``TeethNetwork``: rotated so that the corners of the mouth are
/// level, and of one size.
struct MouthCrop {
  /// The size of the crop, in pixels.
  static let size = PixelSize(width: 128, height: 96)
  /// The distance between the corners of the mouth, in pixels of the crop.
  private static let mouthWidth = 80.0

  /// From the pixels of the crop to those of the picture.
  let map: AffineTransform2D
  /// Pixels of the picture for one of the crop, along a side.
  let shrink: Double
  /// Height over width of the opening between the lips.
  let openness: Double
  /// The outer edge of the lips, in pixels of the picture.
  let lips: [SIMD2<Float>]

  /// Lips with a lower ``openness`` count as closed: the mesh is not more accurate.
  private static let closed = 0.06
  /// Narrower mouths show no teeth, in pixels of the picture.
  private static let narrowest = 8.0

  /// Nil for closed lips, a mouth that is too small, or a face without landmarks.
  ///
  /// - Parameter size: the size of the upright picture.
  init?(of face: Face, in size: PixelSize) {
    func outline(of part: FacePart) -> [SIMD2<Double>]? {
      guard let points = face.landmarks?.outline(of: part), points.count == 20 else { return nil }
      let pixels = points.map { SIMD2($0.x * Double(size.width), $0.y * Double(size.height)) }
      return pixels.allSatisfy { abs($0.x) < 1e6 && abs($0.y) < 1e6 } ? pixels : nil
    }
    guard let outer = outline(of: .outerLips), let inner = outline(of: .innerLips) else { return nil }
    // Outlines start at the subject's right corner and reach the left one half-way.
    let across = outer[10] - outer[0]
    let width = hypot(across.x, across.y)
    let opening = inner[10] - inner[0]
    let gap = inner[15] - inner[5]
    guard width >= Self.narrowest else { return nil }
    openness = hypot(gap.x, gap.y) / hypot(opening.x, opening.y)
    guard openness.isFinite, openness >= Self.closed else { return nil }
    lips = outer.map { SIMD2<Float>($0) }
    let low = outer.reduce(outer[0], pointwiseMin)
    let high = outer.reduce(outer[0], pointwiseMax)
    shrink = width / Self.mouthWidth
    map = AffineTransform2D.translation(x: -Double(Self.size.width) / 2, y: -Double(Self.size.height) / 2)
      .then(.scale(x: shrink, y: shrink))
      .then(.rotation(.radians(atan2(across.y, across.x))))
      .then(.translation(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2))
  }

  /// The box round the lips in a picture of `size`; empty if they lie outside.
  func bounds(in size: PixelSize) -> PixelRect {
    let low = lips.reduce(lips[0], pointwiseMin)
    let high = lips.reduce(lips[0], pointwiseMax)
    let (left, top) = (Int(low.x.rounded(.down)), Int(low.y.rounded(.down)))
    return PixelRect(
      x: left, y: top, width: Int(high.x.rounded(.up)) - left, height: Int(high.y.rounded(.up)) - top
    ).intersection(PixelRect(size))
  }
}
