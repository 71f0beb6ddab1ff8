/// A 3 by 3 matrix from linear colours of one space to another, row by row.
package struct ColorSpaceMatrix: Sendable, Hashable {
  /// Nine values, row after row.
  package let elements: [Double]

  /// - Precondition: there are nine elements.
  package init(_ elements: [Double]) {
    precondition(elements.count == 9, "a colour matrix has nine elements")
    self.elements = elements
  }

  init(columns a: (Double, Double, Double), _ b: (Double, Double, Double), _ c: (Double, Double, Double)) {
    elements = [a.0, b.0, c.0, a.1, b.1, c.1, a.2, b.2, c.2]
  }

  package static let identity = ColorSpaceMatrix([1, 0, 0, 0, 1, 0, 0, 0, 1])

  /// Bradford's adaptation from D65 to D50, the white of the profile connection space.
  static let d65ToD50 = adaptation(
    from: (0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290), to: (0.9642, 1, 0.8249))

  /// The matrix as floats, row after row, for the kernels.
  package var floats: [Float] { elements.map { Float($0) } }

  /// Whether the matrix is the identity, within the rounding of ICC profiles (s15Fixed16 numbers).
  package var isNearlyIdentity: Bool {
    zip(elements, ColorSpaceMatrix.identity.elements).allSatisfy { abs($0 - $1) < 2e-4 }
  }

  package func apply(_ v: (Double, Double, Double)) -> (Double, Double, Double) {
    let m = elements
    return (
      m[0] * v.0 + m[1] * v.1 + m[2] * v.2, m[3] * v.0 + m[4] * v.1 + m[5] * v.2,
      m[6] * v.0 + m[7] * v.1 + m[8] * v.2
    )
  }

  /// First `right`, then `left`.
  package static func * (left: ColorSpaceMatrix, right: ColorSpaceMatrix) -> ColorSpaceMatrix {
    var product = [Double](repeating: 0, count: 9)
    for row in 0..<3 {
      for column in 0..<3 {
        for k in 0..<3 { product[row * 3 + column] += left.elements[row * 3 + k] * right.elements[k * 3 + column] }
      }
    }
    return ColorSpaceMatrix(product)
  }

  /// The inverse matrix; nil if there is none.
  package var inverse: ColorSpaceMatrix? {
    let m = elements
    let cofactors = [
      m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
      m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
      m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
    ]
    let determinant = m[0] * cofactors[0] + m[1] * cofactors[3] + m[2] * cofactors[6]
    guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
    return ColorSpaceMatrix(cofactors.map { $0 / determinant })
  }

  private static func adaptation(
    from source: (Double, Double, Double), to target: (Double, Double, Double)
  ) -> ColorSpaceMatrix {
    let bradford = ColorSpaceMatrix([0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296])
    guard let back = bradford.inverse else { return .identity }
    let s = bradford.apply(source)
    let t = bradford.apply(target)
    return back * ColorSpaceMatrix([t.0 / s.0, 0, 0, 0, t.1 / s.1, 0, 0, 0, t.2 / s.2]) * bradford
  }
}
