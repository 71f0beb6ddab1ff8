import Glibc
import Imaging
import Kernels

/// The part of a picture round a candidate, turned upright and enlarged.
struct UprightCrop: Sendable {
  /// The level of the pyramid that it is taken of.
  let level: Int
  let size: PixelSize
  /// Converts pixels of the crop to pixels of the level.
  private let map: AffineTransform2D

  /// The scale of a candidate's crop relative to the level in which it was detected: its modules then have at least 3
  /// pixels.
  private static let enlargement = 2.0

  /// - Parameter largestArea: the limit of pixels; a larger crop is enlarged less, at the least not at all.
  init(of candidate: CodeCandidate, largestArea: Int) {
    let scale = min(Self.enlargement, max(1, (Double(largestArea) / candidate.rect.area).squareRoot()))
    // A finer level has the detail that enlargement cannot add.
    if candidate.level > 0, scale == Self.enlargement {
      self.init(candidate.rect.scaled(by: 2), level: candidate.level - 1, scale: scale / 2)
    } else {
      self.init(candidate.rect, level: candidate.level, scale: scale)
    }
  }

  /// - Parameters:
  ///   - rect: in pixels of the level.
  ///   - scale: the enlargement relative to the level.
  init(_ rect: OrientedRect, level: Int, scale: Double) {
    self.level = level
    size = PixelSize(
      width: max(8, Int((rect.size.x * scale).rounded())), height: max(8, Int((rect.size.y * scale).rounded())))
    let (u, v) = (SIMD2(cos(rect.angle), sin(rect.angle)) / scale, SIMD2(-sin(rect.angle), cos(rect.angle)) / scale)
    let origin = rect.center - u * (Double(size.width) / 2) - v * (Double(size.height) / 2)
    map = AffineTransform2D(a: u.x, b: u.y, c: v.x, d: v.y, tx: origin.x, ty: origin.y)
  }

  func pixels(of picture: PixelBuffer) throws(CodeError) -> PixelBuffer {
    do { return try picture.warped(by: map, to: size) } catch { throw .pixels(error) }
  }

  func toLevel(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let (x, y) = map.apply(x: point.x, y: point.y)
    return SIMD2(x, y)
  }
}
