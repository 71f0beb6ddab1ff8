import Glibc

/// The shape of a point of light out of focus: a disc with a brighter ring at its edge, and the softness of the edge.
struct BokehShape {
  let radius: Double
  /// The additional brightness of the ring: 1 doubles it.
  let ring: Double
  /// The ring's width as a fraction of the radius.
  let width: Double
  /// The width of the soft edge in pixels; at least 1, which is a smooth edge.
  let softness: Double

  /// The brightness at a distance from the centre.
  func light(at distance: Double) -> Double {
    let edge = max(softness, 1)
    let inside = ((radius - distance) / edge + 0.5).clamped(to: 0...1)
    let inner = radius * (1 - width)
    let isRing = (distance - inner + 0.5).clamped(to: 0...1)
    return inside * (1 + ring * isRing)
  }

  /// Weights summing to 1.
  var kernel: CenteredRuns {
    CenteredRuns(reach: Int((radius + max(softness, 1) / 2).rounded(.up))) { light(at: hypot(Double($0), Double($1))) }
  }
}
