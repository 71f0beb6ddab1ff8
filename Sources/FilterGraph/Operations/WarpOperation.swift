import Imaging

/// The input moved by a map, sampled bilinearly.
///
/// The map is continuous and does not fold, except at its anchors: the map of a region's border encloses that of its
/// inside.
struct WarpOperation: RegionOperation {
  private let map: any PixelMap
  private let source: Extent
  private let target: Extent

  init(_ map: any PixelMap, source: Extent, target: Extent) {
    self.map = map
    self.source = source
    self.target = target
  }

  var name: String { map.name }
  func extent(of inputs: [Extent]) -> Extent { target }

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect {
    var bounds = Bounds()
    func follow(_ count: Int, _ place: (Int) -> Point) {
      var last: Point?
      for index in 0..<count {
        let next = map.source(of: place(index))
        if let next { bounds.add(next, after: last) }
        last = next
      }
    }
    let left = Double(region.minX) + 0.5
    let right = Double(region.maxX) - 0.5
    let top = Double(region.minY) + 0.5
    let bottom = Double(region.maxY) - 0.5
    follow(region.width) { Point(x: left + Double($0), y: top) }
    follow(region.width) { Point(x: left + Double($0), y: bottom) }
    follow(region.height) { Point(x: left, y: top + Double($0)) }
    follow(region.height) { Point(x: right, y: top + Double($0)) }
    for anchor in map.anchors(in: region) { bounds.add(anchor, after: nil) }
    let useful = source.rect?.outset(by: 2)
    guard let wanted = bounds.rect else {
      return PixelRect(x: useful?.x ?? region.x, y: useful?.y ?? region.y, width: 2, height: 2)
    }
    guard let useful else { return wanted }
    let part = wanted.intersection(useful)
    return part.width > 1 && part.height > 1 ? part : PixelRect(x: useful.x, y: useful.y, width: 2, height: 2)
  }

  /// The bounding box of some places, and the longest step between two successive ones.
  private struct Bounds {
    private var low = Point(x: .infinity, y: .infinity)
    private var high = Point(x: -.infinity, y: -.infinity)
    private var step = 0.0

    mutating func add(_ place: Point, after last: Point?) {
      low = Point(x: min(low.x, place.x), y: min(low.y, place.y))
      high = Point(x: max(high.x, place.x), y: max(high.y, place.y))
      if let last { step = max(step, abs(place.x - last.x), abs(place.y - last.y)) }
    }

    /// The margin covers the curve between two places, and the sampling.
    var rect: PixelRect? {
      guard low.x <= high.x else { return nil }
      let limit = Double(1 << 40)
      let room = step.rounded(.up) + 2
      let left = min(max((low.x - room).rounded(.down), -limit), limit)
      let top = min(max((low.y - room).rounded(.down), -limit), limit)
      let right = min(max((high.x + room).rounded(.up), -limit), limit)
      let bottom = min(max((high.y + room).rounded(.up), -limit), limit)
      return PixelRect(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
    }
  }

  func render(into output: Tile, from inputs: [Tile]) {
    let sampler = BilinearSampler(inputs[0])
    let rect = output.rect
    for y in rect.minY..<rect.maxY {
      let row = output.row(y: y, from: rect.minX, count: rect.width)
      for i in 0..<rect.width {
        var color = SIMD4<Float>()
        if let place = map.source(of: Point(x: Double(rect.minX &+ i) + 0.5, y: Double(y) + 0.5)) {
          color = sampler.sample(place)
        }
        row.red[i] = color.x
        row.green[i] = color.y
        row.blue[i] = color.z
        row.alpha[i] = color.w
      }
    }
  }
}
