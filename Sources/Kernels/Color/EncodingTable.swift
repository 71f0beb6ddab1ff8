import CPixelKernels

/// The way from light to encoded values as line segments over the bits of a float, as `pk_encode_*` read it.
final class EncodingTable: Sendable {
  let mantissaBits: Int
  private let lowSlope: Float
  private let base: [Float]
  private let slope: [Float]
  /// See `PKEncodingTable`; empty where such lines are not near enough.
  private let lines: [Float]

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
    lines = bits == 8 ? EncodingTable.lines(of: curve) : []
  }

  /// Eight lines to an octave from 2^-16 to 1, each between the curve and its chord; empty if somewhere they are off by
  /// more than a thirtieth of a sample.
  private static func lines(of curve: ToneCurve) -> [Float] {
    func sample(_ light: Double) -> Double { 255 * min(max(curve.encoded(light), 0), 1) }
    var constants: [Double] = []
    var slopes: [Double] = []
    for index in 0..<128 {
      let octave = Double(sign: .plus, exponent: index / 8 - 16, significand: 1)
      // The first line goes down to 0.
      let low = index == 0 ? 0 : octave * (1 + Double(index % 8) / 8)
      let high = octave * (1 + Double(index % 8 + 1) / 8)
      let slope = (sample(high) - sample(low)) / (high - low)
      let inside = (0...16).map { low + (high - low) * Double($0) / 16 }
      let offsets = inside.map { sample($0) - sample(low) - slope * ($0 - low) }
      let (least, most) = (offsets.min() ?? 0, offsets.max() ?? 0)
      guard most - least < 1.0 / 15 else { return [] }
      constants.append(sample(low) - slope * low + (least + most) / 2 + 0.5)
      slopes.append(slope)
    }
    return (constants + slopes).map { Float($0) }
  }

  /// Calls `body` with the table as C reads it, valid until it returns.
  func withTable<Result>(_ body: (PKEncodingTable) -> Result) -> Result {
    base.withUnsafeBufferPointer { base in
      slope.withUnsafeBufferPointer { slope in
        lines.withUnsafeBufferPointer { lines in
          body(
            PKEncodingTable(
              mantissaBits: Int32(mantissaBits), lowSlope: lowSlope, base: base.baseAddress, slope: slope.baseAddress,
              lines: lines.isEmpty ? nil : lines.baseAddress))
        }
      }
    }
  }
}
