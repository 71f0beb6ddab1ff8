import Imaging

/// The input moved by an affine transform: a copy where whole pixels go to whole pixels, else bilinear samples, or the
/// pixels that the places lie in.
struct AffineOperation: RegionOperation {
  private let transform: AffineTransform
  private let inverse: AffineTransform
  private let source: Extent
  private let target: Extent
  private let isNearest: Bool
  /// Places beyond it count as those at its edge.
  private let held: ClampOperation?

  /// The same of an image whose pixels at the edge of a rectangle are repeated without end. Nothing beyond the edge is
  /// rendered: of a picture that shrinks a tile would be made of a thousand times its pixels.
  init?(_ transform: AffineTransform, repeating edge: ClampOperation) {
    self.init(transform, of: .infinite, held: edge)
  }

  /// nil if the transform cannot be undone, or moves by more than 2^29 pixels.
  init?(_ transform: AffineTransform, of extent: Extent, isNearest: Bool = false) {
    self.init(transform, of: extent, isNearest: isNearest, held: nil)
  }

  private init?(_ transform: AffineTransform, of extent: Extent, isNearest: Bool = false, held: ClampOperation?) {
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
    // Beyond a margin of one transparent pixel everything is the same; at least 2 by 2 are needed to sample.
    let wanted = bounds.outset(by: 1)
    if let held {
      // The last column and row have neighbours, which weigh nothing.
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
      // Only where chains of moves lead out of the range of coordinates.
      output.base.update(repeating: 0, count: 4 * output.planeCount)
    }
  }

  private func copy(_ output: Tile, _ source: Tile) {
    let rect = output.rect
    // The steps of the source address for a step right and a step down.
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
