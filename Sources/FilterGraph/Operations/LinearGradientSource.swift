/// A linear gradient of premultiplied linear colours between two points.
struct LinearGradientSource: SourceOperation {
  private let origin: Point
  /// The gradient of the position, which is 0 at the first point and 1 at the second.
  private let step: Point
  private let first: SIMD4<Float>
  private let second: SIMD4<Float>

  init(from p0: Point, _ c0: Color, to p1: Point, _ c1: Color) {
    origin = p0
    let dx = p1.x - p0.x
    let dy = p1.y - p0.y
    let length = dx * dx + dy * dy
    // For equal points everything is before them.
    step = length > 0 && length.isFinite ? Point(x: dx / length, y: dy / length) : .zero
    func premultiplied(_ color: Color) -> SIMD4<Float> {
      let linear = color.linear
      let alpha = Float(color.alpha)
      return SIMD4(linear.red * alpha, linear.green * alpha, linear.blue * alpha, alpha)
    }
    first = premultiplied(c0)
    second = premultiplied(c1)
  }

  var name: String { "linearGradient" }
  func extent(of inputs: [Extent]) -> Extent { .infinite }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { first.w == 1 && second.w == 1 }

  func fill(_ row: PixelRow, from memory: UnsafeRawPointer?) {
    let start = (Double(row.y) + 0.5 - origin.y) * step.y - origin.x * step.x
    for i in 0..<row.count {
      let position = (Double(row.x &+ i) + 0.5) * step.x + start
      let t = Float(position.clamped(to: 0...1))
      let color = first * (1 - t) + second * t
      row.red[i] = color.x
      row.green[i] = color.y
      row.blue[i] = color.z
      // 1 * (1 - t) + 1 * t may differ from 1 by a rounding error.
      row.alpha[i] = first.w == second.w ? first.w : color.w
    }
  }
}
