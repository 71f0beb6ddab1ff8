import Imaging

/// The mean on the line from a pixel towards a centre, or away from it. Short lines are sampled half a pixel apart,
/// from the last input; for long ones the first of two inputs already is the mean.
struct ZoomBlurOperation: RegionOperation {
  let center: Point
  /// The fraction of the distance to the centre over which is averaged, at most 1; below 0 away from it.
  let fraction: Double
  let source: Extent
  /// Whether the first of two inputs is the mean of long lines.
  let hasMean: Bool
  /// Whether everything that is read is opaque, so that alpha is exactly 1.
  let keepsOpaque: Bool

  /// The length up to which the line is sampled, and that from which it is not.
  static let sampled = 12.0
  static let longest = 20.0

  var name: String { "zoomBlur \(fraction)" }
  func extent(of inputs: [Extent]) -> Extent { source }

  func isOpaque(_ inputs: [ImageNode]) -> Bool { keepsOpaque }

  /// Whether all lines from a region are long.
  func passesOn(_ region: PixelRect) -> Bool {
    guard hasMean else { return false }
    let x = max(Double(region.minX) + 0.5 - center.x, center.x - Double(region.maxX) + 0.5, 0)
    let y = max(Double(region.minY) + 0.5 - center.y, center.y - Double(region.maxY) + 0.5, 0)
    return (x * x + y * y).squareRoot() * abs(fraction) >= ZoomBlurOperation.longest
  }

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect {
    if hasMean, input == 0 { return region }
    // Not read, but there.
    if passesOn(region) { return PixelRect(x: region.x, y: region.y, width: 2, height: 2) }
    let wanted = region.outset(by: Int(ZoomBlurOperation.longest) + 2)
    guard let useful = source.rect?.outset(by: 2) else { return wanted }
    let part = wanted.intersection(useful)
    return part.width > 1 && part.height > 1 ? part : PixelRect(x: useful.x, y: useful.y, width: 2, height: 2)
  }

  func render(into output: Tile, from inputs: [Tile]) {
    let sampler = BilinearSampler(inputs[inputs.count - 1])
    let rect = output.rect
    for y in rect.minY..<rect.maxY {
      let row = output.row(y: y, from: rect.minX, count: rect.width)
      for i in 0..<rect.width {
        let place = Point(x: Double(rect.minX &+ i) + 0.5, y: Double(y) + 0.5)
        let way = Point(x: (center.x - place.x) * fraction, y: (center.y - place.y) * fraction)
        let length = (way.x * way.x + way.y * way.y).squareRoot()
        let (sampled, longest) = (ZoomBlurOperation.sampled, ZoomBlurOperation.longest)
        let share = hasMean ? ((length - sampled) / (longest - sampled)).clamped(to: 0...1) : 0
        var color = share > 0 ? inputs[0].color(x: rect.minX &+ i, y: y) : SIMD4()
        if share < 1 {
          let mean = ZoomBlurOperation.mean(sampler, from: place, way, samples: Int(2 * length) + 2)
          color = mean + (color - mean) * Float(share)
        }
        row.red[i] = color.x
        row.green[i] = color.y
        row.blue[i] = color.z
        row.alpha[i] = keepsOpaque ? 1 : color.w
      }
    }
  }

  private static func mean(_ sampler: BilinearSampler, from place: Point, _ way: Point, samples: Int) -> SIMD4<Float> {
    if way.x == 0, way.y == 0 { return sampler.sample(place) }
    var sum = SIMD4<Float>()
    for step in 0..<samples {
      let t = (Double(step) + 0.5) / Double(samples)
      sum += sampler.sample(Point(x: place.x + way.x * t, y: place.y + way.y * t))
    }
    return sum / Float(samples)
  }
}
