import Glibc
import Imaging

/// CIE 1976 L*a*b* of linear sRGB, relative to sRGB's own white (D65), so that sRGB's grays have a = b = 0.
enum Lab {
  /// IEC 61966-2-1, divided by the white point (0.9505, 1, 1.0890), so that white is (1, 1, 1).
  private static let toXYZ: [SIMD3<Float>] = normalized([
    [0.4124, 0.3576, 0.1805], Luminance.weights, [0.0193, 0.1192, 0.9505],
  ])
  private static let fromXYZ: [SIMD3<Float>] = inverted(toXYZ)

  private static func normalized(_ rows: [[Double]]) -> [SIMD3<Float>] {
    rows.map { row in
      let sum = row[0] + row[1] + row[2]
      return SIMD3(Float(row[0] / sum), Float(row[1] / sum), Float(row[2] / sum))
    }
  }

  private static func inverted(_ rows: [SIMD3<Float>]) -> [SIMD3<Float>] {
    let m = rows.map { SIMD3<Double>($0) }
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let columns = [cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])]
    let determinant = (m[0] * columns[0]).sum()
    return (0..<3).map { row in
      SIMD3<Float>(SIMD3<Double>(columns[0][row], columns[1][row], columns[2][row]) / determinant)
    }
  }

  /// 6/29 and its cube, where the curve becomes linear.
  private static let knee: Float = 6.0 / 29

  @inline(__always)
  private static func bend(_ t: Float) -> Float {
    t > knee * knee * knee ? cbrtf(t) : t / (3 * knee * knee) + 4.0 / 29
  }

  @inline(__always)
  private static func unbend(_ t: Float) -> Float {
    t > knee ? t * t * t : 3 * knee * knee * (t - 4.0 / 29)
  }

  /// L (0...100), a and b of linear colour.
  @inline(__always)
  static func lab(ofLinear rgb: SIMD3<Float>) -> SIMD3<Float> {
    let x = bend((toXYZ[0] * rgb).sum())
    let y = bend((toXYZ[1] * rgb).sum())
    let z = bend((toXYZ[2] * rgb).sum())
    return SIMD3(116 * y - 16, 500 * (x - y), 200 * (y - z))
  }

  @inline(__always)
  static func linear(ofLab lab: SIMD3<Float>) -> SIMD3<Float> {
    let y = (lab.x + 16) / 116
    let xyz = SIMD3(unbend(y + lab.y / 500), unbend(y), unbend(y - lab.z / 200))
    return SIMD3((fromXYZ[0] * xyz).sum(), (fromXYZ[1] * xyz).sum(), (fromXYZ[2] * xyz).sum())
  }

  /// The difference of 1994 for graphic arts (CIE 116), the first colour being the reference.
  @inline(__always)
  static func difference1994(_ first: SIMD3<Float>, _ second: SIMD3<Float>) -> Float {
    let d = first - second
    let c1 = (first.y * first.y + first.z * first.z).squareRoot()
    let c2 = (second.y * second.y + second.z * second.z).squareRoot()
    let dc = c1 - c2
    let dh2 = max(d.y * d.y + d.z * d.z - dc * dc, 0)
    let sc = 1 + 0.045 * c1
    let sh = 1 + 0.015 * c1
    return (d.x * d.x + dc * dc / (sc * sc) + dh2 / (sh * sh)).squareRoot()
  }
}
