import Imaging

/// The mean of the premultiplied components of every row or column of an area: a row of pixels.
struct LineAverageReduction: ReductionOperation {
  enum Line: String, Sendable { case row, column }

  let area: PixelRect
  let line: Line

  var name: String { "\(line)Average \(area)" }
  var size: PixelSize { PixelSize(width: line == .row ? area.height : area.width, height: 1) }
  var stateCount: Int { ExactSum.count * size.width }

  func accumulate(_ row: PixelRow, into state: UnsafeMutablePointer<Int64>) {
    for (index, plane) in row.planes.enumerated() {
      for i in 0..<row.count {
        let place = line == .row ? row.y - area.minY : row.x + i - area.minX
        let sum = state + (ExactSum.count * place + 2 * index)
        ExactSum.add(plane[i], high: &sum[0], low: &sum[1])
      }
    }
  }

  func result(of state: UnsafePointer<Int64>) -> [SIMD4<Float>] {
    (0..<size.width).map { place in
      ExactSum.mean(state + ExactSum.count * place, of: line == .row ? area.width : area.height)
    }
  }
}
