import Imaging

/// The first input displaced by the second: red above one half moves to the right, green above one half down, by at
/// most half of `scale` pixels.
struct DisplacementOperation: RegionOperation {
  let scale: Double
  let source: Extent

  private var reach: Int { Int(min(abs(scale) / 2, 1e6).rounded(.up)) + 2 }

  var name: String { "displacement \(scale)" }
  func extent(of inputs: [Extent]) -> Extent { inputs[0] }

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect {
    if input == 1 { return region }
    let wanted = region.outset(by: reach)
    guard let useful = source.rect?.outset(by: 2) else { return wanted }
    let part = wanted.intersection(useful)
    return part.width > 1 && part.height > 1 ? part : PixelRect(x: useful.x, y: useful.y, width: 2, height: 2)
  }

  func render(into output: Tile, from inputs: [Tile]) {
    let sampler = BilinearSampler(inputs[0])
    let rect = output.rect
    let scale = self.scale.clamped(to: -2e6...2e6)
    for y in rect.minY..<rect.maxY {
      let row = output.row(y: y, from: rect.minX, count: rect.width)
      let map = inputs[1].row(y: y, from: rect.minX, count: rect.width)
      for i in 0..<rect.width {
        let alpha = map.alpha[i]
        // A transparent map moves nothing.
        let dx = Double((map.red[i] - 0.5 * alpha).nanSafeClamped(to: -0.5...0.5)) * scale
        let dy = Double((map.green[i] - 0.5 * alpha).nanSafeClamped(to: -0.5...0.5)) * scale
        let color = sampler.sample(Point(x: Double(rect.minX &+ i) + 0.5 + dx, y: Double(y) + 0.5 + dy))
        row.red[i] = color.x
        row.green[i] = color.y
        row.blue[i] = color.z
        row.alpha[i] = color.w
      }
    }
  }
}
