/// A perspective map of the plane.
struct Homography: Sendable {
  /// Row by row; the last element is not held to 1.
  let elements: [Double]

  /// The map of the unit square to a quadrilateral (Heckbert, "Fundamentals of Texture Mapping", 1989, 2.2.3): (0, 0)
  /// goes to the first corner, (1, 0), (1, 1) and (0, 1) to the others. nil if three corners lie on a line.
  init?(unitSquareTo q: [Point]) {
    let (dx1, dx2) = (q[1].x - q[2].x, q[3].x - q[2].x)
    let (dy1, dy2) = (q[1].y - q[2].y, q[3].y - q[2].y)
    let sx = q[0].x - q[1].x + q[2].x - q[3].x
    let sy = q[0].y - q[1].y + q[2].y - q[3].y
    let determinant = dx1 * dy2 - dx2 * dy1
    guard determinant.isFinite, abs(determinant) > 1e-9 else { return nil }
    let g = (sx * dy2 - dx2 * sy) / determinant
    let h = (dx1 * sy - sx * dy1) / determinant
    elements = [
      q[1].x - q[0].x + g * q[1].x, q[3].x - q[0].x + h * q[3].x, q[0].x,
      q[1].y - q[0].y + g * q[1].y, q[3].y - q[0].y + h * q[3].y, q[0].y, g, h, 1,
    ]
    guard abs(self.determinant) > 1e-9 else { return nil }
  }

  init(_ elements: [Double]) { self.elements = elements }

  private var determinant: Double {
    let m = elements
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6])
  }

  /// The inverse map, with the scale for which visible points lie in front of the viewer.
  var inverse: Homography {
    let m = elements
    let sign: Double = determinant < 0 ? -1 : 1
    let cofactors = [
      m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
      m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
      m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
    ]
    return Homography(cofactors.map { $0 * sign })
  }

  /// First `other`, then this.
  func after(_ other: Homography) -> Homography {
    var product = [Double](repeating: 0, count: 9)
    for row in 0..<3 {
      for column in 0..<3 {
        for k in 0..<3 { product[row * 3 + column] += elements[row * 3 + k] * other.elements[k * 3 + column] }
      }
    }
    return Homography(product)
  }

  /// From a rectangle to the unit square.
  static func normalizing(x: Double, y: Double, width: Double, height: Double) -> Homography {
    Homography([1 / width, 0, -x / width, 0, 1 / height, -y / height, 0, 0, 1])
  }

  /// nil for points behind the viewer.
  func apply(to point: Point) -> Point? {
    let m = elements
    let w = m[6] * point.x + m[7] * point.y + m[8]
    guard w > 1e-9 else { return nil }
    let x = (m[0] * point.x + m[1] * point.y + m[2]) / w
    let y = (m[3] * point.x + m[4] * point.y + m[5]) / w
    return abs(x) < 1e9 && abs(y) < 1e9 ? Point(x: x, y: y) : nil
  }
}
