import Imaging

/// Regular hexagons that stand on a corner, one centred on a point. Every second row is half a hexagon to the right.
struct HexagonTessellation: Tessellation {
  let center: Point
  /// From a side to the opposite one.
  let width: Double

  /// The distance between rows of centres.
  private var step: Double { width * 0.866_025_403_784_438_6 }

  private func middle(_ cell: SIMD2<Int>) -> Point {
    Point(
      x: center.x + (Double(cell.x) + (cell.y & 1 == 0 ? 0 : 0.5)) * width, y: center.y + Double(cell.y) * step)
  }

  func cell(x: Int, y: Int) -> SIMD2<Int> {
    let place = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
    let above = Int(((place.y - center.y) / step).rounded(.down))
    // A pixel belongs to the nearest centre: of the row above, or below.
    func nearest(_ line: Int) -> (cell: SIMD2<Int>, distance: Double) {
      let shift = line & 1 == 0 ? 0 : 0.5
      let cell = SIMD2(Int(((place.x - center.x) / width - shift).rounded()), line)
      let middle = middle(cell)
      let (dx, dy) = (middle.x - place.x, middle.y - place.y)
      return (cell, dx * dx + dy * dy)
    }
    let (first, second) = (nearest(above), nearest(above + 1))
    return first.distance <= second.distance ? first.cell : second.cell
  }

  func bounds(of cell: SIMD2<Int>) -> PixelRect {
    let middle = middle(cell)
    let (across, down) = (width / 2, width / 1.732_050_807_568_877_2)
    let left = Int((middle.x - across).rounded(.down)) - 1
    let top = Int((middle.y - down).rounded(.down)) - 1
    return PixelRect(
      x: left, y: top, width: Int((2 * across).rounded(.up)) + 3, height: Int((2 * down).rounded(.up)) + 3)
  }

  func cells(of rect: PixelRect) -> PixelRect {
    let left = Int(((Double(rect.minX) - center.x) / width).rounded(.down)) - 1
    let right = Int(((Double(rect.maxX) - center.x) / width).rounded(.up)) + 1
    let top = Int(((Double(rect.minY) - center.y) / step).rounded(.down)) - 1
    let bottom = Int(((Double(rect.maxY) - center.y) / step).rounded(.up)) + 1
    return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}
