import Glibc

/// A radial gradient of premultiplied linear colours about a point.
struct RoundGradientSource: SourceOperation {
  enum Profile: Sendable {
    case linear(from: Double, to: Double)
    case gaussian(sigma: Double)
  }

  private let profile: Profile
  private let center: Point
  private let first: SIMD4<Float>
  private let second: SIMD4<Float>

  init(_ profile: Profile, center: Point, _ c0: Color, _ c1: Color) {
    self.profile = profile
    self.center = center
    first = c0.premultiplied
    second = c1.premultiplied
  }

  var name: String { "roundGradient" }
  func extent(of inputs: [Extent]) -> Extent { .infinite }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { first.w == 1 && second.w == 1 }

  /// The fraction of the second colour.
  private func fraction(at distance: Double) -> Double {
    switch profile {
    case .linear(let from, let to):
      if from == to { return distance < from ? 0 : 1 }
      return ((distance - from) / (to - from)).clamped(to: 0...1)
    case .gaussian(let sigma):
      return sigma > 0 ? 1 - exp(-distance * distance / (2 * sigma * sigma)) : distance > 0 ? 1 : 0
    }
  }

  func fill(_ row: PixelRow, from memory: UnsafeRawPointer?) {
    let dy = Double(row.y) + 0.5 - center.y
    for i in 0..<row.count {
      let dx = Double(row.x &+ i) + 0.5 - center.x
      let t = Float(fraction(at: (dx * dx + dy * dy).squareRoot()))
      let color = first * (1 - t) + second * t
      row.red[i] = color.x
      row.green[i] = color.y
      row.blue[i] = color.z
      // 1 * (1 - t) + 1 * t may differ from 1 by a rounding error.
      row.alpha[i] = first.w == second.w ? first.w : color.w
    }
  }
}

extension Color {
  /// Linear, multiplied by alpha.
  var premultiplied: SIMD4<Float> {
    let (red, green, blue) = linear
    return SIMD4(red, green, blue, 1) * Float(alpha)
  }
}
