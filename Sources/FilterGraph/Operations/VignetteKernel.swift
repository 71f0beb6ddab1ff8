/// Linear colour made darker between two circles about a point.
struct VignetteKernel: PixelKernel {
  let center: Point
  let inner: Double
  let outer: Double
  let intensity: Double

  var name: String { "vignette(\(intensity))" }
  // The same factor for premultiplied colours.
  var wantsStraightAlpha: Bool { false }

  func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
    let dx = Double(x) + 0.5 - center.x
    let dy = Double(y) + 0.5 - center.y
    let distance = (dx * dx + dy * dy).squareRoot()
    let width = outer - inner
    let t = width > 0 ? ((distance - inner) / width).clamped(to: 0...1) : distance < inner ? 0 : 1
    return pixel * Float(1 - intensity * t * t * (3 - 2 * t))
  }
}
