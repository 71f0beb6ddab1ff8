import Imaging

/// The input moved by an affine transform: a copy if whole pixels map to whole pixels, otherwise bilinear or nearest
/// samples.
struct AffineOperation: RegionOperation {
  private let transform: AffineTransform2D
  private let inverse: AffineTransform2D
  private let source: Extent
  private let target: Extent
  private let isNearest: Bool
  /// Places beyond it have the value at its edge.
  private let held: ClampOperation?

  /// The same for an image whose edge pixels of a rectangle are repeated infinitely. Nothing beyond the edge is
  /// rendered: a tile of a strongly reduced picture would otherwise need a thousand times its pixels.
  init?(_ transform: AffineTransform2D, repeating edge: ClampOperation) {
    self.init(transform, of: .infinite, held: edge)
  }

  /// nil if the transform is singular, or moves by more than 2^29 pixels.
  init?(_ transform: AffineTransform2D, of extent: Extent, isNearest: Bool = false) {
    self.init(transform, of: extent, isNearest: isNearest, held: nil)
  }

  private init?(_ transform: AffineTransform2D, of extent: Extent, isNearest: Bool = false, held: ClampOperation?) {
    let far = Double(1 << 29)
    guard let inverse = transform.inverse, abs(transform.tx) < far, abs(transform.ty) < far else { return nil }
    source = extent
    self.isNearest = isNearest
    self.held = held
    self.transform = transform
    self.inverse = inverse
    guard let rect = extent.rect else {
      target = .infinite
      return
    }
    let bounds = transform.bounds(of: rect)
    // Bilinear samples reach half an input pixel beyond the edge.
    let reach = transform.bounds(of: rect.outset(by: 1))
    target = Extent(transform.isPixelExact || isNearest ? bounds : rect.isEmpty ? .empty : reach)
  }

  /// The longer side of the moved picture whose edge is repeated infinitely; nil if none is.
  var repeatedSide: Int? {
    held.map { transform.bounds(of: $0.rect) }.map { max($0.width, $0.height) }
  }

  var name: String { transform.isPixelExact ? "move" : "affineTransform" }
  func extent(of inputs: [Extent]) -> Extent { target }
  func isOpaque(_ inputs: [ImageNode]) -> Bool {
    inputs[0].isOpaque && (transform.isPixelExact || source.isInfinite)
  }

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect {
    let bounds = inverse.bounds(of: region)
    if transform.isPixelExact { return bounds }
    if isNearest {
      let part = source.intersection(bounds.outset(by: 1))
      return part.isEmpty ? PixelRect(x: bounds.x, y: bounds.y, width: 1, height: 1) : part
    }
    // Beyond a margin of one transparent pixel everything is the same; sampling needs at least 2 by 2 pixels.
    let wanted = bounds.outset(by: 1)
    if let held {
      // The last column and row have neighbours of weight 0.
      let part = held.regionOfInterest(for: wanted, input: input)
      return PixelRect(x: part.x, y: part.y, width: part.width + 1, height: part.height + 1)
    }
    guard let rect = source.rect else { return wanted }
    let useful = rect.outset(by: 2)
    let part = wanted.intersection(useful)
    return part.width > 1 && part.height > 1 ? part : PixelRect(x: useful.x, y: useful.y, width: 2, height: 2)
  }

  func render(into output: Tile, from inputs: [Tile]) {
    if !transform.isPixelExact {
      if isNearest { pick(output, inputs[0]) } else { sample(output, inputs[0]) }
    } else if inputs[0].rect.contains(inverse.bounds(of: output.rect)) {
      copy(output, inputs[0])
    } else {
      // Only if chains of translations exceed the range of coordinates.
      output.base.update(repeating: 0, count: 4 * output.planeCount)
    }
  }

  private func copy(_ output: Tile, _ source: Tile) {
    let rect = output.rect
    // The increments of the source address for a step right and a step down.
    let right = Int(inverse.a) + Int(inverse.b) * source.rect.width
    for y in rect.minY..<rect.maxY {
      let place = inverse.apply(to: Point(x: Double(rect.minX) + 0.5, y: Double(y) + 0.5))
      let x = Int(place.x.rounded(.down))
      let line = Int(place.y.rounded(.down))
      for plane in 0..<4 {
        let from = source.pixel(plane, x: x, y: line)
        let to = output.pixel(plane, x: rect.minX, y: y)
        if right == 1 {
          to.update(from: from, count: rect.width)
        } else {
          for i in 0..<rect.width { to[i] = from[i &* right] }
        }
      }
    }
  }

  private func sample(_ output: Tile, _ source: Tile) {
    let rect = output.rect
    let sampler = BilinearSampler(source)
    let edge = held?.rect
    for y in rect.minY..<rect.maxY {
      let row = output.row(y: y, from: rect.minX, count: rect.width)
      for i in 0..<rect.width {
        var place = inverse.apply(to: Point(x: Double(rect.minX &+ i) + 0.5, y: Double(y) + 0.5))
        if let edge { place = Self.held(place, in: edge) }
        let color = sampler.sample(place)
        row.red[i] = color.x
        row.green[i] = color.y
        row.blue[i] = color.z
        row.alpha[i] = color.w
      }
    }
  }

  /// The nearest place between the centres of the outermost pixels.
  @inline(__always)
  private static func held(_ place: Point, in edge: PixelRect) -> Point {
    let (left, right) = (Double(edge.minX) + 0.5, Double(edge.maxX) - 0.5)
    let (top, bottom) = (Double(edge.minY) + 0.5, Double(edge.maxY) - 0.5)
    return Point(x: min(max(place.x, left), right), y: min(max(place.y, top), bottom))
  }

  private func pick(_ output: Tile, _ source: Tile) {
    let rect = output.rect
    for y in rect.minY..<rect.maxY {
      let row = output.row(y: y, from: rect.minX, count: rect.width)
      for i in 0..<rect.width {
        let place = inverse.apply(to: Point(x: Double(rect.minX &+ i) + 0.5, y: Double(y) + 0.5))
        let (x, line) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
        let isInside = source.rect.contains(PixelRect(x: x, y: line, width: 1, height: 1))
        let color = isInside ? source.color(x: x, y: line) : SIMD4()
        row.red[i] = color.x
        row.green[i] = color.y
        row.blue[i] = color.z
        row.alpha[i] = color.w
      }
    }
  }
}
