import CPixelKernels

/// The encoding of light as line segments over the bits of a float, in the form of `pk_encode_*`.
///
/// The numbers are in memory of their own: access to an array would cost atomic reference counting, shared by all
/// threads, for every run of pixels.
final class EncodingTable: Sendable {
  /// The table for C, valid as long as this object exists.
  nonisolated(unsafe) let table: PKEncodingTable
  nonisolated(unsafe) private let memory: UnsafeMutablePointer<Float>

  /// - Parameter bits: the bits of the resulting samples. 2^5 segments an octave are within 0.01 of an 8-bit step, 2^9
  ///   within 0.05 of a 16-bit step.
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
    let slopes = (0...segments).map { $0 < segments ? Float((values[$0 + 1] - values[$0]) / steps) : 0 }
    let lines = bits == 8 ? EncodingTable.lines(of: curve) : []
    let numbers = values.map { Float($0) } + slopes + lines
    memory = .allocate(capacity: numbers.count)
    _ = UnsafeMutableBufferPointer(start: memory, count: numbers.count).initialize(from: numbers)
    table = PKEncodingTable(
      mantissaBits: Int32(mantissaBits), lowSlope: Float(values[0] / light(at: 0)), base: memory,
      slope: memory + segments + 1, lines: lines.isEmpty ? nil : UnsafePointer(memory + 2 * (segments + 1)))
  }

  deinit { memory.deallocate() }

  /// Sixteen lines to each octave of light + 2^-7, from 0 to 1, each between the curve and its chord; empty if one is
  /// off by more than a thirtieth of a sample. For sRGB (a fiftieth at most) and linear light they are accurate enough;
  /// for plain powers, which have no slope at 0, they are not.
  private static func lines(of curve: ToneCurve) -> [Float] {
    func sample(_ light: Double) -> Double { 255 * min(max(curve.encoded(light), 0), 1) }
    var constants: [Double] = []
    var slopes: [Double] = []
    for index in 0..<128 {
      let shift = 1.0 / 128
      let octave = Double(sign: .plus, exponent: index / 16 - 7, significand: 1)
      let low = octave * (1 + Double(index % 16) / 16) - shift
      let end = octave * (1 + Double(index % 16 + 1) / 16) - shift
      let high = low < 1 ? min(end, 1) : end
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
}
