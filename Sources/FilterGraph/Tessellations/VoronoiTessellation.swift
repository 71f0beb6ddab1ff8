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

  /// The cell's polygon is what the bisectors between its point and others leave of ``bounds(of:)``: a tenth of it, on
  /// average. More bisectors than those of the neighbours two squares away would leave the same.
  func closeBounds(of cell: SIMD2<Int>) -> PixelRect {
    let (all, own) = (bounds(of: cell), site(cell.x, cell.y))
    let (left, top) = (Double(all.minX), Double(all.minY))
    let (right, bottom) = (Double(all.maxX), Double(all.maxY))
    var polygon = [
      Point(x: left, y: top), Point(x: right, y: top), Point(x: right, y: bottom), Point(x: left, y: bottom),
    ]
    for y in (cell.y - 2)...(cell.y + 2) {
      for x in (cell.x - 2)...(cell.x + 2) where SIMD2(x, y) != cell {
        polygon = Self.part(of: polygon, nearerTo: own, than: site(x, y))
      }
    }
    guard let first = polygon.first else { return all }
    let (low, high) = polygon.reduce((first, first)) { range, corner in
      (
        Point(x: min(range.0.x, corner.x), y: min(range.0.y, corner.y)),
        Point(x: max(range.1.x, corner.x), y: max(range.1.y, corner.y))
      )
    }
    // With a pixel beyond, for rounding errors.
    let (x, y) = (Int(low.x.rounded(.down)) - 1, Int(low.y.rounded(.down)) - 1)
    return PixelRect(
      x: x, y: y, width: Int(high.x.rounded(.up)) + 1 - x, height: Int(high.y.rounded(.up)) + 1 - y)
  }

  /// The part of a convex polygon whose points are nearer to one point than to another.
  private static func part(of polygon: [Point], nearerTo own: Point, than other: Point) -> [Point] {
    let (dx, dy) = (other.x - own.x, other.y - own.y)
    // Negative on the own side of the bisector.
    func side(_ point: Point) -> Double {
      (point.x - (own.x + other.x) / 2) * dx + (point.y - (own.y + other.y) / 2) * dy
    }
    var result: [Point] = []
    for (index, corner) in polygon.enumerated() {
      let next = polygon[(index + 1) % polygon.count]
      let (here, there) = (side(corner), side(next))
      if here <= 0 { result.append(corner) }
      if (here < 0) != (there < 0), here != there {
        let part = here / (here - there)
        result.append(Point(x: corner.x + part * (next.x - corner.x), y: corner.y + part * (next.y - corner.y)))
      }
    }
    return result
  }

  func cells(of rect: PixelRect) -> PixelRect {
    let left = Int(((Double(rect.minX) - center.x) / side).rounded(.down)) - 3
    let right = Int(((Double(rect.maxX) - center.x) / side).rounded(.up)) + 3
    let top = Int(((Double(rect.minY) - center.y) / side).rounded(.down)) - 3
    let bottom = Int(((Double(rect.maxY) - center.y) / side).rounded(.up)) + 3
    return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}
