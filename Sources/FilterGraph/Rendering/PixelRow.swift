import Kernels

/// A run of pixels of one row while it is rendered: linear, premultiplied, planar; `x`, `y` is its first pixel.
struct PixelRow {
  var red: UnsafeMutablePointer<Float>
  var green: UnsafeMutablePointer<Float>
  var blue: UnsafeMutablePointer<Float>
  var alpha: UnsafeMutablePointer<Float>
  var count: Int
  var x: Int
  var y: Int
  /// Whether alpha is 1 already, and an operation on the row would leave it so.
  var isKnownOpaque = false

  /// The four planes, red first.
  var planes: [UnsafeMutablePointer<Float>] { [red, green, blue, alpha] }

  var planar: PlanarRow { PlanarRow(red: red, green: green, blue: blue, alpha: alpha, count: count) }

  /// The pixels from `offset` on, `count` of them.
  func part(from offset: Int, count: Int) -> PixelRow {
    PixelRow(
      red: red + offset, green: green + offset, blue: blue + offset, alpha: alpha + offset, count: count,
      x: x + offset, y: y)
  }

  func clear() {
    guard count > 0 else { return }
    red.update(repeating: 0, count: count)
    green.update(repeating: 0, count: count)
    blue.update(repeating: 0, count: count)
    alpha.update(repeating: 0, count: count)
  }

  func copy(from other: PixelRow) {
    guard count > 0 else { return }
    red.update(from: other.red, count: count)
    green.update(from: other.green, count: count)
    blue.update(from: other.blue, count: count)
    alpha.update(from: other.alpha, count: count)
  }

  /// The same value in red, green and blue, alpha 1, from the red plane.
  func spreadGray() {
    green.update(from: red, count: count)
    blue.update(from: red, count: count)
    alpha.update(repeating: 1, count: count)
  }

  /// Makes transparent what lies outside `extent`.
  func clear(outside extent: Extent) {
    guard let rect = extent.rect else { return }
    guard y >= rect.minY, y < rect.maxY, rect.minX < x + count, rect.maxX > x, !rect.isEmpty else {
      clear()
      return
    }
    if rect.minX > x { part(from: 0, count: rect.minX - x).clear() }
    if rect.maxX < x + count { part(from: rect.maxX - x, count: x + count - rect.maxX).clear() }
  }
}
