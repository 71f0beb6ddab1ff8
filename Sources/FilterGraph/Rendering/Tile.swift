import Imaging

/// A rectangle of rendered pixels in memory: four planes, one after the other, rows without padding.
struct Tile {
  let rect: PixelRect
  let base: UnsafeMutablePointer<Float>

  /// The distance from a plane to the next.
  var planeCount: Int { rect.width * rect.height }

  func plane(_ index: Int) -> UnsafeMutablePointer<Float> { base + index * planeCount }

  /// The address of a pixel of a plane; the pixel lies in the tile.
  func pixel(_ plane: Int, x: Int, y: Int) -> UnsafeMutablePointer<Float> {
    base + plane * planeCount + (y - rect.minY) * rect.width + (x - rect.minX)
  }

  /// The premultiplied pixel at a place, which lies in the tile.
  @inline(__always)
  func color(x: Int, y: Int) -> SIMD4<Float> {
    let first = pixel(0, x: x, y: y)
    return SIMD4(first[0], first[planeCount], first[2 &* planeCount], first[3 &* planeCount])
  }

  /// A run of the row `y` that starts at `x`; it lies in the tile.
  func row(y: Int, from x: Int, count: Int) -> PixelRow {
    let first = pixel(0, x: x, y: y)
    return PixelRow(
      red: first, green: first + planeCount, blue: first + 2 * planeCount, alpha: first + 3 * planeCount,
      count: count, x: x, y: y)
  }
}
