import Glibc
import Imaging

/// A radial map from a centre: within a radius, or (a hole) outside of it.
struct RadialMap: PixelMap {
  enum Shape: Sendable, Hashable {
    /// Magnifies (above 0) or reduces the centre: the source's distance is `t (1 - scale (1 - t^2)^2)`.
    case bump(scale: Double)
    /// Draws pixels towards the centre: the source's distance is `t^(1 - scale)`.
    case pinch(scale: Double)
    /// Transparent within the radius; outside, the source's distance is `t - 1 / t`.
    case hole
  }

  let shape: Shape
  let center: Point
  /// Above 0. The unit of distances `t`.
  let radius: Double

  var name: String { "\(shape)" }

  func source(of place: Point) -> Point? {
    let dx = place.x - center.x
    let dy = place.y - center.y
    let t = (dx * dx + dy * dy).squareRoot() / radius
    if t == 0 { return shape == .hole ? nil : place }
    let factor: Double
    switch shape {
    case .bump(let scale):
      if t >= 1 { return place }
      factor = 1 - scale * (1 - t * t) * (1 - t * t)
    case .pinch(let scale):
      if t >= 1 { return place }
      factor = pow(t, -scale)
    case .hole:
      if t <= 1 { return nil }
      factor = 1 - 1 / (t * t)
    }
    return Point(x: center.x + dx * factor, y: center.y + dy * factor)
  }

  func anchors(in region: PixelRect) -> [Point] {
    guard shape == .hole else { return [] }
    let x = min(max(center.x, Double(region.minX)), Double(region.maxX))
    let y = min(max(center.y, Double(region.minY)), Double(region.maxY))
    let isNear = hypot(x - center.x, y - center.y) <= radius + 1
    return isNear ? [center] : []
  }
}
