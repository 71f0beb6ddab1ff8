import Imaging

/// Otsu's threshold ("A Threshold Selection Method from Gray-Level Histograms", 1979) of the luminance of straight
/// colours over an area, from 256 parts of 0...1: one pixel, gray.
struct OtsuReduction: ReductionOperation {
  let area: PixelRect
  private static let parts = 256

  var name: String { "otsu \(area)" }
  var size: PixelSize { PixelSize(width: 1, height: 1) }
  var stateCount: Int { OtsuReduction.parts }

  func accumulate(_ row: PixelRow, into state: UnsafeMutablePointer<Int64>) {
    for i in 0..<row.count {
      let alpha = row.alpha[i]
      guard alpha > 0x1p-20 else { continue }
      let light = (Luminance.of(row.red[i], row.green[i], row.blue[i])) / alpha
      let place = ((light * Float(OtsuReduction.parts)).rounded(.down)).nanSafeClamped(to: 0...255)
      state[Int(place)] &+= 1
    }
  }

  func result(of state: UnsafePointer<Int64>) -> [SIMD4<Float>] {
    var total = 0.0
    var moment = 0.0
    for part in 0..<OtsuReduction.parts {
      total += Double(state[part])
      moment += Double(state[part]) * Double(part)
    }
    var best = (threshold: 0, spread: -1.0)
    var below = 0.0
    var belowMoment = 0.0
    for part in 0..<(OtsuReduction.parts - 1) {
      below += Double(state[part])
      belowMoment += Double(state[part]) * Double(part)
      let above = total - below
      guard below > 0, above > 0 else { continue }
      let distance = belowMoment / below - (moment - belowMoment) / above
      let spread = below * above * distance * distance
      if spread > best.spread { best = (part, spread) }
    }
    // A picture of one brightness: everything above black exceeds the threshold.
    let threshold = best.spread > 0 ? Float(best.threshold + 1) / Float(OtsuReduction.parts) : 0
    return [SIMD4(threshold, threshold, threshold, 1)]
  }
}
