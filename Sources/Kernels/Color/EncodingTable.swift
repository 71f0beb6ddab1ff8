import CPixelKernels

/// The way from light to encoded values as line segments over the bits of a float, as `pk_encode_*` read it.
final class EncodingTable: Sendable {
  let mantissaBits: Int
  private let lowSlope: Float
  private let base: [Float]
  private let slope: [Float]

  /// - Parameter bits: of the samples that will be made. 2^5 segments an octave are within 0.01 of an 8-bit step,
  ///   2^9 within 0.05 of a 16-bit step.
  init(_ curve: ToneCurve, bits: Int) {
    let mantissaBits = bits > 8 ? 9 : 5
    let segments = 24 << mantissaBits
    func light(at index: Int) -> Double {
      let exponent = 127 - 24 + index >> mantissaBits
      let mantissa = UInt32(index & (1 << mantissaBits - 1)) << UInt32(23 - mantissaBits)
      return Double(Float(bitPattern: UInt32(exponent) << 23 | mantissa))
    }
    let values = (0...segments).map { min(max(curve.encoded(light(at: $0)), 0), 1) }
    let steps = Double(1 << (23 - mantissaBits))
    self.mantissaBits = mantissaBits
    base = values.map { Float($0) }
    slope = (0...segments).map { $0 < segments ? Float((values[$0 + 1] - values[$0]) / steps) : 0 }
    lowSlope = Float(values[0] / light(at: 0))
  }

  /// Calls `body` with the table as C reads it, valid until it returns.
  func withTable<Result>(_ body: (PKEncodingTable) -> Result) -> Result {
    base.withUnsafeBufferPointer { base in
      slope.withUnsafeBufferPointer { slope in
        body(
          PKEncodingTable(
            mantissaBits: Int32(mantissaBits), lowSlope: lowSlope, base: base.baseAddress, slope: slope.baseAddress))
      }
    }
  }
}
