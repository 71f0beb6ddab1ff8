import Glibc

/// A rectangle that is turned.
struct OrientedRect: Sendable {
  var center: SIMD2<Double>
  /// Along the first axis and across it.
  var size: SIMD2<Double>
  /// The direction of the first axis, clockwise from the right, in radians.
  var angle: Double

  var area: Double { size.x * size.y }

  init(center: SIMD2<Double>, size: SIMD2<Double>, angle: Double) {
    (self.center, self.size, self.angle) = (center, size, angle)
  }

  /// The smallest rectangle of an angle round squares.
  ///
  /// - Parameters:
  ///   - centres: the centres of the squares; at least one.
  ///   - side: the side of each, along the axes of the picture.
  init(round centers: [SIMD2<Double>], side: Double, angle: Double) {
    let (u, v) = (SIMD2(cos(angle), sin(angle)), SIMD2(-sin(angle), cos(angle)))
    var low = SIMD2(repeating: Double.infinity)
    var high = -low
    for center in centers {
      let place = SIMD2((center * u).sum(), (center * v).sum())
      low = pointwiseMin(low, place)
      high = pointwiseMax(high, place)
    }
    let reach = side / 2 * (abs(u.x) + abs(u.y))
    let middle = (low + high) / 2
    self.init(center: u * middle.x + v * middle.y, size: high - low + 2 * reach, angle: angle)
  }

  /// The mean rectangle of a quadrilateral, its first axis along the first edge.
  init(alongRowsOf corners: [SIMD2<Double>]) {
    let (left, right) = ((corners[0] + corners[3]) / 2, (corners[1] + corners[2]) / 2)
    let (top, bottom) = ((corners[0] + corners[1]) / 2, (corners[3] + corners[2]) / 2)
    let (along, down) = (right - left, bottom - top)
    self.init(
      center: (left + right) / 2, size: SIMD2((along * along).sum().squareRoot(), (down * down).sum().squareRoot()),
      angle: atan2(along.y, along.x))
  }

  /// The smallest rectangle round squares, to a few degrees.
  init(round centers: [SIMD2<Double>], side: Double) {
    let angles = stride(from: 0.0, to: 90, by: 5).map { $0 * .pi / 180 }
    let all = angles.map { OrientedRect(round: centers, side: side, angle: $0) }
    self = all.min { $0.area < $1.area } ?? OrientedRect(round: centers, side: side, angle: 0)
  }

  func outset(by margin: Double) -> OrientedRect {
    var result = self
    result.size += SIMD2(repeating: 2 * margin)
    return result
  }

  func scaled(by factor: Double) -> OrientedRect {
    var result = self
    result.center *= factor
    result.size *= factor
    return result
  }
}
