import Glibc
import Imaging

/// A map of the plane: `x' = a x + c y + tx`, `y' = b x + d y + ty`, as in Core Graphics, but with y down.
public struct AffineTransform: Sendable, Hashable {
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

  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  public static func translation(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  public static func scale(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Clockwise as the viewer sees it, about the origin.
  public static func rotation(_ angle: Angle) -> AffineTransform {
    let s = sin(angle.radians)
    let c = cos(angle.radians)
    return AffineTransform(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
  }

  /// First this, then `next`.
  public func then(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// The map that undoes this one; nil if there is none or a component is not finite.
  public var inverse: AffineTransform? {
    let determinant = a * d - b * c
    guard determinant.isFinite, abs(determinant) > 1e-12, tx.isFinite, ty.isFinite else { return nil }
    let ia = d / determinant
    let ib = -b / determinant
    let ic = -c / determinant
    let id = a / determinant
    return AffineTransform(a: ia, b: ib, c: ic, d: id, tx: -(tx * ia + ty * ic), ty: -(tx * ib + ty * id))
  }

  public func apply(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// The smallest rectangle of whole pixels that holds the image of `rect`. Coordinates beyond 2^40 are cut off.
  func bounds(of rect: PixelRect) -> PixelRect {
    guard !rect.isEmpty else { return .empty }
    let corners = [(rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.minX, rect.maxY), (rect.maxX, rect.maxY)]
      .map { apply(to: Point(x: Double($0.0), y: Double($0.1))) }
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    let limit = Double(1 << 40)
    // A hair of rounding must not add a row or a column.
    func floored(_ v: Double) -> Int { Int(min(max((v + 1e-9 * (1 + abs(v))).rounded(.down), -limit), limit)) }
    func ceiled(_ v: Double) -> Int { Int(min(max((v - 1e-9 * (1 + abs(v))).rounded(.up), -limit), limit)) }
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
      left.isFinite, right.isFinite, top.isFinite, bottom.isFinite
    else { return .empty }
    return PixelRect(
      x: floored(left), y: floored(top), width: ceiled(right) - floored(left), height: ceiled(bottom) - floored(top))
  }

  /// Whether whole pixels go to whole pixels: turns by 90 degrees, flips and moves by whole pixels.
  var isPixelExact: Bool {
    let unit = [a, b, c, d].allSatisfy { $0 == 0 || abs($0) == 1 }
    return unit && abs(a * d - b * c) == 1 && tx == tx.rounded() && ty == ty.rounded()
  }
}

extension AffineTransform {
  /// The move that turns a stored picture in `rect` upright and keeps its origin.
  static func orienting(_ orientation: Orientation, _ rect: PixelRect) -> AffineTransform {
    let size = orientation.apply(to: rect.size)
    let exchange = AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    let flip = AffineTransform(
      a: orientation.flipsX ? -1 : 1, b: 0, c: 0, d: orientation.flipsY ? -1 : 1,
      tx: orientation.flipsX ? Double(size.width) : 0, ty: orientation.flipsY ? Double(size.height) : 0)
    let toOrigin = translation(x: -Double(rect.x), y: -Double(rect.y))
    return toOrigin.then(orientation.isTransposed ? exchange : .identity).then(flip)
      .then(translation(x: Double(rect.x), y: Double(rect.y)))
  }
}
