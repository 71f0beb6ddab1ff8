import Imaging

/// The median of each premultiplied component over 3 by 3 pixels.
struct MedianOperation: RegionOperation {
  var name: String { "median 3x3" }
  func extent(of inputs: [Extent]) -> Extent { inputs[0] }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { inputs[0].isOpaque && inputs[0].extent.isInfinite }
  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect { region.outset(by: 1) }

  func render(into output: Tile, from inputs: [Tile]) {
    let source = inputs[0]
    let rect = output.rect
    let step = source.rect.width
    for plane in 0..<4 {
      for y in rect.minY..<rect.maxY {
        let middle = source.pixel(plane, x: rect.minX, y: y)
        let target = output.pixel(plane, x: rect.minX, y: y)
        let above = middle - step
        let below = middle + step
        for i in 0..<rect.width {
          target[i] = MedianOperation.median(
            (above[i &- 1], above[i], above[i &+ 1]), (middle[i &- 1], middle[i], middle[i &+ 1]),
            (below[i &- 1], below[i], below[i &+ 1]))
        }
      }
    }
  }

  /// The median of three sorted rows is the median of three values: the largest of the smallest, the median of the
  /// middle ones and the smallest of the largest.
  @inline(__always)
  private static func median(
    _ a: (Float, Float, Float), _ b: (Float, Float, Float), _ c: (Float, Float, Float)
  ) -> Float {
    let (a, b, c) = (sorted(a), sorted(b), sorted(c))
    let low = larger(larger(a.0, b.0), c.0)
    let middle = sorted((a.1, b.1, c.1)).1
    let high = smaller(smaller(a.2, b.2), c.2)
    return sorted((low, middle, high)).1
  }

  @inline(__always)
  private static func sorted(_ v: (Float, Float, Float)) -> (Float, Float, Float) {
    let low = smaller(v.0, v.1)
    let high = larger(v.0, v.1)
    let rest = larger(low, v.2)
    return (smaller(low, v.2), smaller(high, rest), larger(high, rest))
  }

  @inline(__always)
  private static func smaller(_ a: Float, _ b: Float) -> Float { a < b ? a : b }
  @inline(__always)
  private static func larger(_ a: Float, _ b: Float) -> Float { a > b ? a : b }
}
