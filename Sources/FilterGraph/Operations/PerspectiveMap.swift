import Imaging

/// Reads the input through a perspective map.
struct PerspectiveMap: PixelMap {
  /// From the result to the input.
  let inverse: Homography
  /// The whole input, which a region at the horizon may need.
  let corners: [Point]

  var name: String { "perspective" }
  func source(of place: Point) -> Point? { inverse.apply(to: place) }

  func anchors(in region: PixelRect) -> [Point] {
    let places = [
      Point(x: Double(region.minX), y: Double(region.minY)), Point(x: Double(region.maxX), y: Double(region.minY)),
      Point(x: Double(region.minX), y: Double(region.maxY)), Point(x: Double(region.maxX), y: Double(region.maxY)),
    ]
    return places.allSatisfy { inverse.apply(to: $0) != nil } ? [] : corners
  }
}

extension PixelRect {
  /// The corners, clockwise from the top left.
  var corners: [Point] {
    [
      Point(x: Double(minX), y: Double(minY)), Point(x: Double(maxX), y: Double(minY)),
      Point(x: Double(maxX), y: Double(maxY)), Point(x: Double(minX), y: Double(maxY)),
    ]
  }

  /// The smallest rectangle of whole pixels round some points; nil beyond 2^29.
  init?(around points: [Point]) {
    let xs = points.map(\.x)
    let ys = points.map(\.y)
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
      [left, right, top, bottom].allSatisfy({ abs($0) < Double(1 << 29) })
    else { return nil }
    // A rounding error must not add a row or a column.
    let x = Int((left + 1e-6).rounded(.down))
    let y = Int((top + 1e-6).rounded(.down))
    self.init(x: x, y: y, width: Int((right - 1e-6).rounded(.up)) - x, height: Int((bottom - 1e-6).rounded(.up)) - y)
  }

  /// The centre.
  var center: Point { Point(x: Double(x) + Double(width) / 2, y: Double(y) + Double(height) / 2) }
}

extension Image {
  /// The centre of the extent; (150, 150), Core Image's default, if it is infinite.
  var center: Point { extent.rect?.center ?? Point(x: 150, y: 150) }
}
