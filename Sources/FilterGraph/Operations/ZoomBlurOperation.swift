import Imaging

/// The mean of the samples on the way from a pixel towards a centre (or away), a fraction of the distance long.
struct ZoomBlurOperation: RegionOperation {
  let center: Point
  /// The fraction of the distance to the centre over which is averaged, at most 1; below 0 it leads away.
  let fraction: Double
  let source: Extent

  var name: String { "zoomBlur \(fraction)" }
  func extent(of inputs: [Extent]) -> Extent { inputs[0] }

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect {
    func end(_ value: Int, _ center: Double) -> Double { Double(value) + (center - Double(value)) * fraction }
    let xs = [region.minX, region.maxX].map { end($0, center.x) }
    let ys = [region.minY, region.maxY].map { end($0, center.y) }
    let limit = Double(1 << 40)
    func low(_ v: [Double]) -> Int { Int(max(min(v[0], v[1]), -limit).rounded(.down)) - 2 }
    func high(_ v: [Double]) -> Int { Int(min(max(v[0], v[1]), limit).rounded(.up)) + 2 }
    let ends = PixelRect(x: low(xs), y: low(ys), width: high(xs) - low(xs), height: high(ys) - low(ys))
    let wanted = ends.union(region.outset(by: 2))
    guard let useful = source.rect?.outset(by: 2) else { return wanted }
    let part = wanted.intersection(useful)
    return part.width > 1 && part.height > 1 ? part : PixelRect(x: useful.x, y: useful.y, width: 2, height: 2)
  }

  func render(into output: Tile, from inputs: [Tile]) {
    let sampler = BilinearSampler(inputs[0])
    let rect = output.rect
    for y in rect.minY..<rect.maxY {
      let row = output.row(y: y, from: rect.minX, count: rect.width)
      for i in 0..<rect.width {
        let place = Point(x: Double(rect.minX &+ i) + 0.5, y: Double(y) + 0.5)
        let dx = (center.x - place.x) * fraction
        let dy = (center.y - place.y) * fraction
        let length = (dx * dx + dy * dy).squareRoot()
        // A sample a pixel, at most 128.
        let steps = Int(min(length.rounded(.up), 128))
        var sum = SIMD4<Float>()
        for step in 0...steps {
          let t = steps == 0 ? 0 : Double(step) / Double(steps)
          sum += sampler.sample(Point(x: place.x + dx * t, y: place.y + dy * t))
        }
        sum /= Float(steps + 1)
        row.red[i] = sum.x
        row.green[i] = sum.y
        row.blue[i] = sum.z
        row.alpha[i] = sum.w
      }
    }
  }
}
