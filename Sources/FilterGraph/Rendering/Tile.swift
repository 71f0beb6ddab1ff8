import Imaging

/// A rectangle of rendered pixels in memory: four planes. Rows follow each other without padding, except in a part of a
/// larger tile.
struct Tile {
  let rect: PixelRect
  let base: UnsafeMutablePointer<Float>
  /// The distance from a row to the next.
  let rowLength: Int
  /// The distance from a plane to the next.
  let planeCount: Int

  init(rect: PixelRect, base: UnsafeMutablePointer<Float>) {
    self.init(rect: rect, base: base, rowLength: rect.width, planeCount: rect.width * rect.height)
  }

  private init(rect: PixelRect, base: UnsafeMutablePointer<Float>, rowLength: Int, planeCount: Int) {
    self.rect = rect
    self.base = base
    self.rowLength = rowLength
    self.planeCount = planeCount
  }

  /// A part of the tile, sharing its memory; it lies inside the tile.
  func part(_ part: PixelRect) -> Tile {
    Tile(rect: part, base: pixel(0, x: part.minX, y: part.minY), rowLength: rowLength, planeCount: planeCount)
  }

  /// Whether rows and planes are contiguous.
  var isWhole: Bool { rowLength == rect.width && planeCount == rect.width * rect.height }

  /// Fills a plane with a value.
  func fill(_ index: Int, with value: Float) {
    for y in rect.minY..<rect.maxY { pixel(index, x: rect.minX, y: y).update(repeating: value, count: rect.width) }
  }

  /// Makes all pixels transparent.
  func clear() {
    for index in 0..<4 { fill(index, with: 0) }
  }

  func plane(_ index: Int) -> UnsafeMutablePointer<Float> { base + index * planeCount }

  /// The address of a pixel of a plane; the pixel lies inside the tile.
  func pixel(_ plane: Int, x: Int, y: Int) -> UnsafeMutablePointer<Float> {
    base + plane * planeCount + (y - rect.minY) * rowLength + (x - rect.minX)
  }

  /// The premultiplied pixel at a place inside the tile.
  @inline(__always)
  func color(x: Int, y: Int) -> SIMD4<Float> {
    let first = pixel(0, x: x, y: y)
    return SIMD4(first[0], first[planeCount], first[2 &* planeCount], first[3 &* planeCount])
  }

  /// A run of row `y` from `x`; it lies inside the tile.
  func row(y: Int, from x: Int, count: Int) -> PixelRow {
    PixelRow(planes: pixel(0, x: x, y: y), stride: planeCount, count: count, x: x, y: y)
  }
}
