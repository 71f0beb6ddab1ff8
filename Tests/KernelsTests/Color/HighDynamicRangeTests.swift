import Imaging
import Testing

@testable import Kernels

@Suite struct HighDynamicRangeTests {
  @Test("the curves have the values that the standards state")
  func curves() {
    // SMPTE ST 2084: 100 cd/m² is 0.508, 1,000 is 0.752; BT.2408: 203 is 0.58.
    #expect(abs(ToneCurve.pq.encoded(0.01) - 0.5081) < 1e-4)
    #expect(abs(ToneCurve.pq.encoded(0.1) - 0.7518) < 1e-4)
    #expect(abs(ToneCurve.pq.encoded(0.0203) - 0.5807) < 1e-4)
    #expect(ToneCurve.pq.encoded(1) == 1)
    // BT.2100, table 5: 1/12 of the light is half of the signal.
    #expect(abs(ToneCurve.hlg.encoded(1.0 / 12) - 0.5) < 1e-9)
    #expect(abs(ToneCurve.hlg.encoded(1) - 1) < 1e-7)
    for curve in [ToneCurve.pq, .hlg] {
      for value in stride(from: 0.0, through: 1, by: 1.0 / 64) {
        #expect(abs(curve.encoded(curve.linear(of: value)) - value) < 1e-6)
      }
    }
  }

  private static let spaces = ColorPrimaries.allCases.flatMap { [ColorSpace.pq($0), .hlg($0)] }

  @Test("16-bit samples survive a round trip within two levels of 10 bits", arguments: spaces)
  func roundTrip(space: ColorSpace) throws {
    let samples = (0..<1024).flatMap { value -> [UInt16] in
      let v = UInt16(value * 64)
      return [v, 65535 - v, v / 2, 65535]
    }
    let decoder = try SampleDecoder(format: .rgba16, colorSpace: space, alphaType: .opaque)
    let encoder = try SampleEncoder(format: .rgba16, colorSpace: space, alphaType: .opaque)
    var result = [UInt16](repeating: 0, count: samples.count)
    withRow(1024) { row in
      samples.withUnsafeBytes { if let base = $0.baseAddress { decoder.decode(base, into: row) } }
      result.withUnsafeMutableBytes { if let base = $0.baseAddress { encoder.encode(row, into: base) } }
    }
    let difference = zip(samples, result).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(difference <= 128, "\(difference) of 65,535")
  }

  @Test("white is 203 cd/m² in PQ and 75 % in HLG")
  func white() throws {
    for (space, signal) in [(ColorSpace.pq(.bt2020), 0.58069), (.hlg(.displayP3), 0.75)] {
      let decoder = try SampleDecoder(format: .rgbaFloat, colorSpace: space, alphaType: .opaque)
      withRow(1) { row in
        decoder.decode([Float(signal), Float(signal), Float(signal), 1], into: row)
        for plane in [row.red, row.green, row.blue] { #expect(abs(plane[0] - 1) < 1e-3) }
      }
    }
  }

  @Test("tones below the knee stay, and the brightest become white without a change of hue")
  func rollOff() {
    let curve = RollOff(from: 1000.0 / 203)
    #expect(curve.scale(of: 0.3) == 1)
    var last: Float = 0
    for step in 1...500 {
      let light = Float(step) / 100
      let mapped = light * curve.scale(of: light)
      #expect(mapped >= last - 1e-4 && mapped <= 1.0001)
      last = mapped
    }
    #expect(abs(last - 1) < 1e-3)
    #expect(RollOff(from: 0.9).scale(of: 0.9) == 1)
  }

  @Test("a picture of high dynamic range is mapped to the space of its primaries, one of standard range stays")
  func mapped() throws {
    let size = PixelSize(width: 64, height: 64)
    var samples: [UInt16] = []
    for y in 0..<64 { for x in 0..<64 { samples += [UInt16(x * 800), UInt16(y * 800), 20_000, 65_535] } }
    let bytes = samples.withUnsafeBytes { Array($0) }
    let picture = PixelBuffer(size: size, format: .rgba16, colorSpace: .pq(.bt2020), bytes: bytes)
    let mapped = try picture.toneMapped(as: .rgba8)
    #expect(mapped.colorSpace == .displayP3 && mapped.format == .rgba8)
    #expect(mapped.bytes.contains(255) && mapped.bytes.contains(0))
    #expect(try PixelBuffer(picture, .pq(.bt709)).toneMapped().colorSpace == .sRGB)
    let plain = try PixelBuffer(picture, .displayP3).toneMapped()
    #expect(plain.bytes == bytes)
  }

  private func withRow(_ count: Int, _ body: (PlanarRow) -> Void) {
    var memory = [Float](repeating: 0, count: 4 * count)
    memory.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      body(PlanarRow(red: base, green: base + count, blue: base + 2 * count, alpha: base + 3 * count, count: count))
    }
  }
}

extension PixelBuffer {
  /// The same samples in another space.
  fileprivate init(_ other: PixelBuffer, _ colorSpace: ColorSpace) {
    self.init(size: other.size, format: other.format, colorSpace: colorSpace, bytes: other.bytes)
  }
}
