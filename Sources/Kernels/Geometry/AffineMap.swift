/// A map of the plane that keeps lines straight and parallel: `x' = a x + c y + tx`, `y' = b x + d y + ty`, the letters
/// of `CGAffineTransform`. Coordinates are of pixels with the origin at the top left corner, so that the first sample
/// stands at (0.5, 0.5).
public struct AffineMap: Sendable, Hashable {
  public var a: Double
  public var b: Double
  public var c: Double
  public var d: Double
  public var tx: Double
  public var ty: Double

  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  public static let identity = AffineMap(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// The map that first does this, then `next`.
  public func followed(by next: AffineMap) -> AffineMap {
    AffineMap(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  public func apply(x: Double, y: Double) -> (x: Double, y: Double) {
    (a * x + c * y + tx, b * x + d * y + ty)
  }

  /// How many times an area grows.
  public var determinant: Double { a * d - b * c }

  /// The map back; nil if the plane is squashed to a line or a point.
  public var inverse: AffineMap? {
    let determinant = determinant
    guard determinant.isFinite, abs(determinant) > .leastNormalMagnitude else { return nil }
    return AffineMap(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }

  var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }
}
