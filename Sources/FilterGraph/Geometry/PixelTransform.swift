import Imaging

/// Properties of a transform of pixels that the graph uses.
extension AffineTransform2D {
  /// Transforms a point.
  public func apply(to point: Point) -> Point {
    let (x, y) = apply(x: point.x, y: point.y)
    return Point(x: x, y: y)
  }

  /// The smallest rectangle of whole pixels that holds the image of `rect`. Coordinates beyond 2^40 are cut off.
  func bounds(of rect: PixelRect) -> PixelRect {
    guard !rect.isEmpty else { return .empty }
    let corners = [(rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.minX, rect.maxY), (rect.maxX, rect.maxY)]
      .map { apply(to: Point(x: Double($0.0), y: Double($0.1))) }
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    let limit = Double(1 << 40)
    // A rounding error must not add a row or a column; maps of whole pixels to whole pixels have none.
    let isExact = isPixelExact
    func hair(_ v: Double) -> Double { isExact ? 0 : min(1e-9 * (1 + abs(v)), 1e-3) }
    func floored(_ v: Double) -> Int { Int(min(max((v + hair(v)).rounded(.down), -limit), limit)) }
    func ceiled(_ v: Double) -> Int { Int(min(max((v - hair(v)).rounded(.up), -limit), limit)) }
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
      left.isFinite, right.isFinite, top.isFinite, bottom.isFinite
    else { return .empty }
    return PixelRect(
      x: floored(left), y: floored(top), width: ceiled(right) - floored(left), height: ceiled(bottom) - floored(top))
  }

  /// Whether whole pixels map to whole pixels: turns by 90 degrees, flips and translations by whole pixels.
  var isPixelExact: Bool {
    let unit = [a, b, c, d].allSatisfy { $0 == 0 || abs($0) == 1 }
    return unit && abs(a * d - b * c) == 1 && tx == tx.rounded() && ty == ty.rounded()
  }

  /// The translation that turns a stored picture in `rect` upright and keeps its origin.
  static func orienting(_ orientation: Orientation, _ rect: PixelRect) -> AffineTransform2D {
    let toOrigin = translation(x: -Double(rect.x), y: -Double(rect.y))
    return toOrigin.then(orientation.transform(of: rect.size)).then(translation(x: Double(rect.x), y: Double(rect.y)))
  }
}
