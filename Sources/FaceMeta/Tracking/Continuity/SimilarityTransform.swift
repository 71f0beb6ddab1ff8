import Glibc
import Imaging

/// A motion, turn and scale of the plane, as a complex product and sum.
struct SimilarityTransform: Sendable {
  /// The scale times the cosine and the sine of the turn.
  var turnAndScale: SIMD2<Double>
  var offset: SIMD2<Double>

  static let identity = SimilarityTransform()

  init(turnAndScale: SIMD2<Double> = SIMD2(1, 0), offset: SIMD2<Double> = .zero) {
    self.turnAndScale = turnAndScale
    self.offset = offset
  }

  var scale: Double { (turnAndScale * turnAndScale).sum().squareRoot() }

  /// Clockwise as the viewer sees it, for places counted downwards.
  var turn: Angle { Angle(radians: atan2(turnAndScale.y, turnAndScale.x)) }

  func applied(to place: SIMD2<Double>) -> SIMD2<Double> { Self.product(turnAndScale, place) + offset }

  /// This one first, then another.
  func followed(by next: SimilarityTransform) -> SimilarityTransform {
    SimilarityTransform(
      turnAndScale: Self.product(next.turnAndScale, turnAndScale), offset: next.applied(to: offset))
  }

  /// - Precondition: the scale is above 0.
  var inverse: SimilarityTransform {
    let norm = (turnAndScale * turnAndScale).sum()
    let back = SIMD2(turnAndScale.x, -turnAndScale.y) / norm
    return SimilarityTransform(turnAndScale: back, offset: -Self.product(back, offset))
  }

  /// Its largest displacement of places within a distance from the origin.
  func displacement(at distance: Double) -> Double {
    let change = turnAndScale - SIMD2(1, 0)
    return (offset * offset).sum().squareRoot() + distance * (change * change).sum().squareRoot()
  }

  private static func product(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
  }
}
