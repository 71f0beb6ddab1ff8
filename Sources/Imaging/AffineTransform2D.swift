import Glibc

/// An affine map of the plane: `x' = a x + c y + tx`, `y' = b x + d y + ty` (the components of `CGAffineTransform`,
/// with y down). Its name is not that of Foundation's `AffineTransform`, so that both can be imported.
///
/// Coordinates are in pixels with the origin at the top left corner. The centre of the first sample is (0.5, 0.5).
public struct AffineTransform2D: Sendable, Hashable {
  /// x' per x.
  public var a: Double
  /// y' per x.
  public var b: Double
  /// x' per y.
  public var c: Double
  /// y' per y.
  public var d: Double
  /// Translation of x, in pixels of the result.
  public var tx: Double
  /// Translation of y, in pixels of the result.
  public var ty: Double

  /// Creates a map from its six components.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Maps every point to itself.
  public static let identity = AffineTransform2D(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Moves points by (`x`, `y`) pixels.
  public static func translation(x: Double, y: Double) -> AffineTransform2D {
    AffineTransform2D(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Scales about the origin.
  public static func scale(x: Double, y: Double) -> AffineTransform2D {
    AffineTransform2D(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Rotates about the origin, clockwise as the viewer sees it.
  public static func rotation(_ angle: Angle) -> AffineTransform2D {
    let s = sin(angle.radians)
    let c = cos(angle.radians)
    return AffineTransform2D(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
  }

  /// The map that applies this one first, then `next`.
  public func then(_ next: AffineTransform2D) -> AffineTransform2D {
    AffineTransform2D(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// The factor by which areas grow; negative if the map mirrors.
  public var determinant: Double { a * d - b * c }

  /// Whether all components are finite.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// The inverse map; nil if there is none or a component is not finite.
  public var inverse: AffineTransform2D? {
    let determinant = determinant
    guard isFinite, determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
    return AffineTransform2D(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }

  /// The image of a point, in pixels.
  public func apply(x: Double, y: Double) -> (x: Double, y: Double) {
    (a * x + c * y + tx, b * x + d * y + ty)
  }
}
