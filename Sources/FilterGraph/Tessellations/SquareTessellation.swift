import Imaging

/// Squares, one centred on a point.
struct SquareTessellation: Tessellation {
  let center: Point
  let side: Double

  private func index(_ value: Int, _ center: Double) -> Int {
    Int(((Double(value) + 0.5 - center) / side + 0.5).rounded(.down))
  }

  func cell(x: Int, y: Int) -> SIMD2<Int> { SIMD2(index(x, center.x), index(y, center.y)) }

  func bounds(of cell: SIMD2<Int>) -> PixelRect {
    let left = center.x + (Double(cell.x) - 0.5) * side
    let top = center.y + (Double(cell.y) - 0.5) * side
    return PixelRect(
      x: Int(left.rounded(.down)), y: Int(top.rounded(.down)), width: Int(side.rounded(.up)) + 1,
      height: Int(side.rounded(.up)) + 1)
  }

  func cells(of rect: PixelRect) -> PixelRect {
    let first = cell(x: rect.minX, y: rect.minY)
    let last = cell(x: rect.maxX - 1, y: rect.maxY - 1)
    return PixelRect(x: first.x, y: first.y, width: last.x - first.x + 1, height: last.y - first.y + 1)
  }
}
