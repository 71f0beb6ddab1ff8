import Kernels

/// A run of pixels of one row during rendering: linear, premultiplied, planar; `x`, `y` is its first pixel.
struct PixelRow {
  var red: UnsafeMutablePointer<Float>
  var green: UnsafeMutablePointer<Float>
  var blue: UnsafeMutablePointer<Float>
  var alpha: UnsafeMutablePointer<Float>
  var count: Int
  var x: Int
  var y: Int
  /// Whether alpha is 1 already, and an operation on the row would not change it.
  var isKnownOpaque = false
  /// The components that are used afterwards; the others need not be written.
  var needed = Components.all

  /// The four planes, red first.
  var planes: [UnsafeMutablePointer<Float>] { [red, green, blue, alpha] }

  /// The plane of one component.
  func plane(_ component: Components) -> UnsafeMutablePointer<Float> {
    switch component {
    case .red: red
    case .green: green
    case .blue: blue
    default: alpha
    }
  }

  var planar: PlanarRow { PlanarRow(red: red, green: green, blue: blue, alpha: alpha, count: count) }

  /// The pixels from `offset` on, `count` of them.
  func part(from offset: Int, count: Int) -> PixelRow {
    PixelRow(
      red: red + offset, green: green + offset, blue: blue + offset, alpha: alpha + offset, count: count,
      x: x + offset, y: y, isKnownOpaque: isKnownOpaque, needed: needed)
  }

  func clear() {
    guard count > 0 else { return }
    red.update(repeating: 0, count: count)
    green.update(repeating: 0, count: count)
    blue.update(repeating: 0, count: count)
    alpha.update(repeating: 0, count: count)
  }

  func copy(from other: PixelRow, _ components: Components = .all) {
    guard count > 0 else { return }
    if components.contains(.red) { red.update(from: other.red, count: count) }
    if components.contains(.green) { green.update(from: other.green, count: count) }
    if components.contains(.blue) { blue.update(from: other.blue, count: count) }
    if components.contains(.alpha) { alpha.update(from: other.alpha, count: count) }
  }

  /// Copies green to red and blue, where they are needed.
  func spreadGreen() {
    if needed.contains(.red) { red.update(from: green, count: count) }
    if needed.contains(.blue) { blue.update(from: green, count: count) }
  }

  /// Clears the pixels outside `extent`.
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

extension PixelRow {
  /// A row of four planes that lie one after the other in memory.
  ///
  /// - Parameters:
  ///   - first: the first sample of red.
  ///   - stride: the distance from one plane to the next, in samples.
  init(planes first: UnsafeMutablePointer<Float>, stride: Int, count: Int, x: Int, y: Int) {
    self.init(
      red: first, green: first + stride, blue: first + 2 * stride, alpha: first + 3 * stride, count: count, x: x, y: y)
  }
}
