/// Infinite stripes or squares of two colours.
struct StripeSource: SourceOperation {
  let center: Point
  let width: Double
  let sharpness: Double
  let color0: SIMD4<Float>
  let color1: SIMD4<Float>
  let isCheckered: Bool

  var name: String { isCheckered ? "checkerboard \(width)" : "stripes \(width)" }
  func extent(of inputs: [Extent]) -> Extent { .infinite }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { color0.w == 1 && color1.w == 1 }

  /// The share of the first colour at a distance from the centre along an axis.
  private func share(_ distance: Double) -> Double {
    let width = max(width, 1)
    let place = distance / (2 * width)
    // Above 0 within a stripe of the first colour, by the distance from its nearer edge.
    let part = place - place.rounded(.down)
    let inside = (0.25 - abs(part - 0.25) + (part > 0.75 ? 2 * (part - 0.75) : 0)) * 2 * width
    return (inside / max((1 - sharpness) * width, 1) + 0.5).clamped(to: 0...1)
  }

  func fill(_ row: PixelRow, from memory: UnsafeRawPointer?) {
    let vertical = isCheckered ? share(Double(row.y) + 0.5 - center.y) : 1
    for i in 0..<row.count {
      let horizontal = share(Double(row.x &+ i) + 0.5 - center.x)
      let first = Float(horizontal * vertical + (1 - horizontal) * (1 - vertical))
      let color = color0 * first + color1 * (1 - first)
      row.red[i] = color.x
      row.green[i] = color.y
      row.blue[i] = color.z
      row.alpha[i] = color.w
    }
  }
}
