import Imaging

/// The mean of the premultiplied components over an area.
struct AverageReduction: ReductionOperation {
  let area: PixelRect
  var name: String { "areaAverage \(area)" }
  var size: PixelSize { PixelSize(width: 1, height: 1) }
  var stateCount: Int { ExactSum.count }

  func accumulate(_ row: PixelRow, into state: UnsafeMutablePointer<Int64>) {
    for (index, plane) in row.planes.enumerated() {
      var (high, low): (Int64, Int64) = (0, 0)
      for i in 0..<row.count { ExactSum.add(plane[i], high: &high, low: &low) }
      state[2 * index] &+= high
      state[2 * index + 1] &+= low
    }
  }

  func result(of state: UnsafePointer<Int64>) -> [SIMD4<Float>] {
    [ExactSum.mean(state, of: area.width * area.height)]
  }
}
