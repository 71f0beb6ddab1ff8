import Glibc
import Imaging
import Testing

@testable import Kernels

@Suite struct ColorConversionTests {
  /// Planes for tests: `body` gets a row of `count` pixels.
  private func withRow<Result>(_ count: Int, _ body: (PlanarRow) throws -> Result) rethrows -> Result {
    var memory = [Float](repeating: 0, count: 4 * count)
    return try memory.withUnsafeMutableBufferPointer { buffer in
      let base = try #require(buffer.baseAddress)
      return try body(
        PlanarRow(red: base, green: base + count, blue: base + 2 * count, alpha: base + 3 * count, count: count))
    }
  }

  /// Every level of every component beside fixed others, 8 bit.
  private var ramp: [UInt8] {
    (0..<256).flatMap { value -> [UInt8] in
      let v = UInt8(value)
      return [v, v, v, 255, v, 40, 200, 255, 128, v, 3, 255, 250, 250, v, 255]
    }
  }

  private func roundTrip(_ bytes: [UInt8], _ space: ColorSpace, _ alphaType: AlphaType = .opaque) throws -> [UInt8] {
    let decoder = try SampleDecoder(format: .rgba8, colorSpace: space, alphaType: alphaType)
    let encoder = try SampleEncoder(format: .rgba8, colorSpace: space, alphaType: alphaType)
    var result = [UInt8](repeating: 0, count: bytes.count)
    withRow(bytes.count / 4) { row in
      bytes.withUnsafeBytes { if let base = $0.baseAddress { decoder.decode(base, into: row) } }
      result.withUnsafeMutableBytes { if let base = $0.baseAddress { encoder.encode(row, into: base) } }
    }
    return result
  }

  private func linear(_ bytes: [UInt8], _ space: ColorSpace) throws -> [Float] {
    let decoder = try SampleDecoder(format: .rgba8, colorSpace: space, alphaType: .opaque)
    return withRow(bytes.count / 4) { row in
      bytes.withUnsafeBytes { if let base = $0.baseAddress { decoder.decode(base, into: row) } }
      return (0..<row.count).flatMap { [row.red[$0], row.green[$0], row.blue[$0], row.alpha[$0]] }
    }
  }

  @Test(arguments: [ColorSpace.sRGB, .displayP3, .adobeRGB])
  func `8-bit samples survive a round trip`(space: ColorSpace) throws {
    #expect(try roundTrip(ramp, space) == ramp)
    let profile = try #require(ICCProfile.bytes(for: space))
    #expect(try roundTrip(ramp, .icc(profile)) == ramp)
  }

  @Test func `16-bit samples survive a round trip within a level`() throws {
    let samples = (0..<4096).flatMap { value -> [UInt16] in
      let v = UInt16(value * 16)
      return [v, 65535 - v, v / 2, 65535]
    }
    for space in [ColorSpace.sRGB, .displayP3] {
      let decoder = try SampleDecoder(format: .rgba16, colorSpace: space, alphaType: .opaque)
      let encoder = try SampleEncoder(format: .rgba16, colorSpace: space, alphaType: .opaque)
      var result = [UInt16](repeating: 0, count: samples.count)
      withRow(4096) { row in
        samples.withUnsafeBytes { if let base = $0.baseAddress { decoder.decode(base, into: row) } }
        result.withUnsafeMutableBytes { if let base = $0.baseAddress { encoder.encode(row, into: base) } }
      }
      let worst = zip(samples, result).map { abs(Int($0) - Int($1)) }.max()
      #expect(try #require(worst) <= 1)
    }
  }

  @Test(arguments: [AlphaType.premultiplied, .straight])
  func `samples with alpha survive a round trip`(alphaType: AlphaType) throws {
    let bytes = (0...255).flatMap { alpha -> [UInt8] in
      let a = UInt8(alpha)
      return alphaType == .straight && alpha > 0 ? [200, 30, 255, a] : [a, a / 2, a / 3, a]
    }
    let result = try roundTrip(bytes, .sRGB, alphaType)
    let worst = zip(bytes, result).map { abs(Int($0) - Int($1)) }.max()
    #expect(worst == 0)
  }

  @Test func `sRGB is decoded by IEC 61966-2-1`() throws {
    let light = try linear(ramp, .sRGB)
    for value in 0..<256 {
      let v = Double(value) / 255
      let expected = v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
      #expect(abs(Double(light[value * 16]) - expected) < 1e-7)
    }
  }

  @Test func `white is white in every space, and P3 red lies outside sRGB`() throws {
    for space in [ColorSpace.sRGB, .displayP3, .adobeRGB] {
      let white = try linear([255, 255, 255, 255], space)
      #expect(white.allSatisfy { abs($0 - 1) < 1e-5 })
    }
    // Linear Display P3 to linear sRGB, as CSS Color 4 gives the matrix.
    let red = try linear([255, 0, 0, 255], .displayP3)
    #expect(zip(red, [1.2249402, -0.0420570, -0.0196376]).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  @Test(arguments: [ColorSpace.sRGB, .displayP3, .adobeRGB])
  func `a space and its profile give the same colours`(space: ColorSpace) throws {
    let profile = try #require(ICCProfile.bytes(for: space))
    let named = try linear(ramp, space)
    let read = try linear(ramp, .icc(profile))
    #expect(zip(named, read).allSatisfy { abs($0 - $1) < 2e-4 })
  }

  @Test func `gray profiles give gray`() throws {
    for space in [ColorSpace.gray, .linearGray] {
      let profile = try #require(ICCProfile.bytes(for: space))
      for given in [space, .icc(profile)] {
        let decoder = try SampleDecoder(format: .l8, colorSpace: given, alphaType: .opaque)
        let encoder = try SampleEncoder(format: .l8, colorSpace: given, alphaType: .opaque)
        let levels = (0...255).map { UInt8($0) }
        var result = [UInt8](repeating: 0, count: 256)
        withRow(256) { row in
          levels.withUnsafeBytes { if let base = $0.baseAddress { decoder.decode(base, into: row) } }
          #expect(row.red[188] == row.blue[188] && row.alpha[188] == 1)
          #expect(abs(row.red[188] - (space == .gray ? 0.5029 : 188.0 / 255)) < 1e-3)
          result.withUnsafeMutableBytes { if let base = $0.baseAddress { encoder.encode(row, into: base) } }
        }
        #expect(result == levels)
      }
    }
  }

  @Test(arguments: [ColorSpace.sRGB, .displayP3, .adobeRGB])
  func `linear light becomes the nearest sample`(space: ColorSpace) throws {
    let encoder = try SampleEncoder(format: .rgba8, colorSpace: space, alphaType: .opaque)
    let count = 4096
    var result = [UInt8](repeating: 0, count: 4 * count)
    // Gray, so that no matrix comes between; closer together where it is dark.
    let lights = (0..<count).map { pow(Double($0) / Double(count - 1), 2) }
    withRow(count) { row in
      for i in 0..<count {
        (row.red[i], row.green[i], row.blue[i]) = (Float(lights[i]), Float(lights[i]), Float(lights[i]))
      }
      result.withUnsafeMutableBytes { if let base = $0.baseAddress { encoder.encode(row, into: base) } }
    }
    var worst = 0.0
    for (index, light) in lights.enumerated() {
      let srgb = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
      let exact = 255 * (space == .adobeRGB ? pow(light, 256.0 / 563) : srgb)
      worst = max(worst, abs(Double(result[4 * index + 1]) - exact))
    }
    // Half a sample is what rounding costs.
    #expect(worst < 0.54)
  }

  @Test func `sRGB converts to eight bits by the fast path`() {
    #expect(EncodingTable(.sRGB, bits: 8).table.lines != nil)
    #expect(EncodingTable(.gamma(2.2), bits: 8).table.lines == nil)
  }

  @Test func `values beyond the range are clamped, NaN becomes black`() throws {
    let encoder = try SampleEncoder(format: .rgba8, colorSpace: .sRGB, alphaType: .opaque)
    var result = [UInt8](repeating: 7, count: 8)
    withRow(2) { row in
      (row.red[0], row.green[0], row.blue[0]) = (2, -1, .nan)
      (row.red[1], row.green[1], row.blue[1]) = (.infinity, -.infinity, 1e-30)
      result.withUnsafeMutableBytes { if let base = $0.baseAddress { encoder.encode(row, into: base) } }
    }
    #expect(result == [255, 0, 0, 255, 255, 0, 0, 255])
  }

  @Test func `bad profiles are refused with a reason`() throws {
    #expect(throws: ColorProfileError.unreadable(byteCount: 3)) { try ColorProfile(.icc([1, 2, 3])) }
    let good = try #require(ICCProfile.bytes(for: .displayP3))
    // Cut short anywhere, or with any byte of the head or the tag table destroyed: an error or a profile, no crash.
    for count in stride(from: 0, to: good.count, by: 7) { _ = try? ColorProfile(.icc(Array(good.prefix(count)))) }
    for index in 0..<min(good.count, 300) {
      var bytes = good
      bytes[index] ^= 0xFF
      _ = try? ColorProfile(.icc(bytes))
    }
    var cmyk = good
    cmyk.replaceSubrange(16..<20, with: Array("CMYK".utf8))
    #expect(throws: ColorProfileError.unsupportedComponents("CMYK")) { try ColorProfile(.icc(cmyk)) }
  }
}
