/// Order-independent sums of premultiplied components: two integers for each, the high and low parts in units of 2^-24,
/// so that neither overflows. Values beyond half-float's range are clamped, NaN counts as 0.
enum ExactSum {
  /// The numbers for the four components.
  static let count = 8

  /// Adds a component.
  @inline(__always)
  static func add(_ value: Float, high: inout Int64, low: inout Int64) {
    let units = Int64((Double((value.isNaN ? 0 : value).nanSafeClamped(to: -65504...65504)) * 0x1p24).rounded())
    high &+= units >> 20
    low &+= units & 0xFFFFF
  }

  /// The mean of so many pixels.
  static func mean(_ state: UnsafePointer<Int64>, of pixels: Int) -> SIMD4<Float> {
    var mean = SIMD4<Float>()
    for index in 0..<4 {
      let sum = Double(state[2 * index]) * 0x1p20 + Double(state[2 * index + 1])
      mean[index] = Float(sum * 0x1p-24 / Double(pixels))
    }
    return mean
  }
}
