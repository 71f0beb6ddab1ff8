import Imaging

/// The Voronoi cells of points, one in each square of a grid, at a place that is a function of the square: within its
/// middle nine tenths, so that the nearest point is never more than two squares away.
struct VoronoiTessellation: Tessellation {
  let center: Point
  let side: Double

  private func site(_ x: Int, _ y: Int) -> Point {
    let dx = Double(PositionNoise.value(x: x, y: y, component: 11)) * 0.9
    let dy = Double(PositionNoise.value(x: x, y: y, component: 12)) * 0.9
    return Point(x: center.x + (Double(x) + dx) * side, y: center.y + (Double(y) + dy) * side)
  }

  func cell(x: Int, y: Int) -> SIMD2<Int> {
    let place = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
    let column = Int(((place.x - center.x) / side).rounded())
    let line = Int(((place.y - center.y) / side).rounded())
    var best = SIMD2(column, line)
    var least = Double.infinity
    for cy in (line - 2)...(line + 2) {
      for cx in (column - 2)...(column + 2) {
        let site = site(cx, cy)
        let (dx, dy) = (site.x - place.x, site.y - place.y)
        let distance = dx * dx + dy * dy
        if distance < least { (least, best) = (distance, SIMD2(cx, cy)) }
      }
    }
    return best
  }

  func bounds(of cell: SIMD2<Int>) -> PixelRect {
    let left = center.x + (Double(cell.x) - 2.5) * side
    let top = center.y + (Double(cell.y) - 2.5) * side
    return PixelRect(
      x: Int(left.rounded(.down)) - 1, y: Int(top.rounded(.down)) - 1, width: Int((5 * side).rounded(.up)) + 3,
      height: Int((5 * side).rounded(.up)) + 3)
  }

  func cells(of rect: PixelRect) -> PixelRect {
    let left = Int(((Double(rect.minX) - center.x) / side).rounded(.down)) - 3
    let right = Int(((Double(rect.maxX) - center.x) / side).rounded(.up)) + 3
    let top = Int(((Double(rect.minY) - center.y) / side).rounded(.down)) - 3
    let bottom = Int(((Double(rect.maxY) - center.y) / side).rounded(.up)) + 3
    return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}
