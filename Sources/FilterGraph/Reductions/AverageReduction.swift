import Imaging

/// The mean of the premultiplied components over an area. Values beyond half-float's range count as its ends, NaN as 0.
struct AverageReduction: ReductionOperation {
  let area: PixelRect
  var name: String { "areaAverage \(area)" }
  var size: PixelSize { PixelSize(width: 1, height: 1) }
  // High and low parts of the sums in units of 2^-24, so that neither overflows.
  var stateCount: Int { 8 }

  func accumulate(_ row: PixelRow, into state: UnsafeMutablePointer<Int64>) {
    for (index, plane) in row.planes.enumerated() {
      var high: Int64 = 0
      var low: Int64 = 0
      for i in 0..<row.count {
        let value = (plane[i].isNaN ? 0 : plane[i]).held(to: -65504...65504)
        let units = Int64((Double(value) * 0x1p24).rounded())
        high &+= units >> 20
        low &+= units & 0xFFFFF
      }
      state[2 * index] &+= high
      state[2 * index + 1] &+= low
    }
  }

  func result(of state: UnsafePointer<Int64>) -> [SIMD4<Float>] {
    var mean = SIMD4<Float>()
    for index in 0..<4 {
      let sum = Double(state[2 * index]) * 0x1p20 + Double(state[2 * index + 1])
      mean[index] = Float(sum * 0x1p-24 / Double(area.width * area.height))
    }
    return [mean]
  }
}
