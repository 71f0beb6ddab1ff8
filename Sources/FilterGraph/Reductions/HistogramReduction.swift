import Imaging

/// Histograms of the components of straight colours over an area, in equal bins of 0...1; values beyond fall into the
/// first and last bin, and 1 into the last. One pixel per bin, whose components are the shares of red, green, blue and
/// alpha.
struct HistogramReduction: ReductionOperation {
  let area: PixelRect
  /// At least 1.
  let count: Int
  /// The sum of all bins of a component.
  let scale: Double
  /// Whether pixels are weighted by alpha; the result's own alpha is 1 then.
  let weighsByAlpha: Bool

  /// A pixel's weight of 1, for alpha as an integer.
  private static let unit = 65536.0

  var name: String { "histogram \(count) of \(area)" }
  var size: PixelSize { PixelSize(width: count, height: 1) }
  var stateCount: Int { 4 * count }

  func accumulate(_ row: PixelRow, into state: UnsafeMutablePointer<Int64>) {
    let limit = Float(count - 1)
    for i in 0..<row.count {
      let alpha = row.alpha[i]
      let inverse = alpha > 0x1p-20 ? 1 / alpha : 0
      let fraction = Double(alpha.nanSafeClamped(to: 0...1))
      let weight = weighsByAlpha ? Int64((fraction * HistogramReduction.unit).rounded()) : 1
      for (index, value) in [row.red[i] * inverse, row.green[i] * inverse, row.blue[i] * inverse, alpha].enumerated() {
        let place = ((value * Float(count)).rounded(.down)).nanSafeClamped(to: 0...limit)
        state[index * count + Int(place)] &+= weight
      }
    }
  }

  func result(of state: UnsafePointer<Int64>) -> [SIMD4<Float>] {
    var total: Int64 = 0
    for part in 0..<count { total &+= state[part] }
    let factor = total > 0 ? scale / Double(total) : 0
    return (0..<count).map { part in
      var pixel = SIMD4<Float>()
      for index in 0..<4 { pixel[index] = Float(Double(state[index * count + part]) * factor) }
      if weighsByAlpha { pixel.w = 1 }
      return pixel
    }
  }
}
