import Glibc

/// What a point of light out of focus looks like: a disc, a brighter ring at its edge, and how soft the edge is.
struct BokehShape {
  let radius: Double
  /// How much brighter the ring is: 1 doubles it.
  let ring: Double
  /// The ring's width as a fraction of the radius.
  let width: Double
  /// The width of the soft edge in pixels; at least 1, which is a smooth edge.
  let softness: Double

  /// The light at a distance from the centre.
  func light(at distance: Double) -> Double {
    let edge = max(softness, 1)
    let inside = min(max((radius - distance) / edge + 0.5, 0), 1)
    let inner = radius * (1 - width)
    let isRing = min(max(distance - inner + 0.5, 0), 1)
    return inside * (1 + ring * isRing)
  }

  /// Weights summing to 1.
  var taps: [ConvolveOperation.Tap] {
    let reach = Int((radius + max(softness, 1) / 2).rounded(.up))
    var fractions: [(Int, Int, Double)] = []
    for dy in -reach...reach {
      for dx in -reach...reach {
        let value = light(at: hypot(Double(dx), Double(dy)))
        if value > 0 { fractions.append((dx, dy, value)) }
      }
    }
    let sum = fractions.reduce(0) { $0 + $1.2 }
    return fractions.map { ConvolveOperation.Tap(dx: $0.0, dy: $0.1, weight: Float($0.2 / sum)) }
  }
}
