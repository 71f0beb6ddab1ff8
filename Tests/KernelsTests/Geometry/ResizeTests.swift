import Imaging
import Kernels
import Support
import Testing

@Suite struct ResizeTests {
  @Test(arguments: PixelFormat.allCases, Interpolation.allCases)
  func `a uniform picture stays uniform`(format: PixelFormat, interpolation: Interpolation) throws {
    let size = PixelSize(width: 31, height: 17)
    let component: [UInt8] =
      switch format.bitsPerComponent {
      case 8: [200]
      case 16: withUnsafeBytes(of: UInt16(40_000), Array.init)
      default: withUnsafeBytes(of: Float(0.25), Array.init)
      }
    let bytes = [[UInt8]](repeating: component, count: size.area * format.componentCount).flatMap(\.self)
    let picture = PixelBuffer(size: size, format: format, colorSpace: .linearGray, bytes: bytes)
    for newSize in [
      PixelSize(width: 7, height: 5), PixelSize(width: 90, height: 70), PixelSize(width: 7, height: 70),
      PixelSize(width: 1, height: 1), PixelSize(width: 31, height: 40),
    ] {
      let resized = try picture.resized(to: newSize, interpolation: interpolation)
      #expect(resized.size == newSize && resized.format == format && resized.colorSpace == .linearGray)
      // The weights of a float sample add up to 1 but for its last bits.
      let isConstant = resized.withUnsafeBytes { samples in
        switch format.bitsPerComponent {
        case 8: samples.allSatisfy { $0 == 200 }
        case 16: samples.bindMemory(to: UInt16.self).allSatisfy { $0 == 40_000 }
        default: samples.bindMemory(to: Float.self).allSatisfy { abs($0 - 0.25) < 1e-6 }
        }
      }
      #expect(isConstant, "\(newSize)")
    }
  }

  @Test func `shrinking takes the mean of the area`() throws {
    var random = RepeatableRandomNumberGenerator(seed: 1)
    let size = PixelSize(width: 12, height: 8)
    let bytes = (0..<size.area).map { _ in UInt8.random(in: 0...255, using: &random) }
    let small = try PixelBuffer(size: size, format: .l8, bytes: bytes).resized(to: PixelSize(width: 3, height: 2))
    for y in 0..<2 {
      for x in 0..<3 {
        var sum = 0
        for row in 0..<4 { for column in 0..<4 { sum += Int(bytes[(y * 4 + row) * 12 + x * 4 + column]) } }
        #expect(abs(Double(small.bytes[y * 3 + x]) - Double(sum) / 16) <= 0.5001)
      }
    }
  }

  @Test(arguments: PixelFormat.allCases.filter { $0.bitsPerComponent < 32 })
  func `shrinking by a fraction takes the mean of the covered area`(format: PixelFormat) throws {
    var random = RepeatableRandomNumberGenerator(seed: 2)
    let size = PixelSize(width: 29, height: 23)
    let bytes = (0..<size.area * format.bytesPerPixel).map { _ in UInt8.random(in: 0...255, using: &random) }
    let picture = PixelBuffer(size: size, format: format, alphaType: .straight, bytes: bytes)
    let region = PixelRect(x: 3, y: 2, width: 25, height: 20)
    let newSize = PixelSize(width: 11, height: 7)
    let small = try picture.resized(region, to: newSize)
    func sample(_ picture: PixelBuffer, _ x: Int, _ y: Int, _ component: Int) -> Double {
      let bytes = picture.bytes
      let at = ((y * picture.width + x) * format.componentCount + component) * format.bitsPerComponent / 8
      return format.bitsPerComponent == 8 ? Double(bytes[at]) : Double(Int(bytes[at]) + Int(bytes[at + 1]) << 8)
    }
    func share(_ index: Int, _ pixel: Int, _ step: Double) -> Double {
      max(0, min(Double(index + 1), Double(pixel + 1) * step) - max(Double(index), Double(pixel) * step)) / step
    }
    let (across, down) = (Double(region.width) / 11, Double(region.height) / 7)
    for y in 0..<7 {
      for x in 0..<11 {
        for component in 0..<format.componentCount {
          var mean = 0.0
          for row in 0..<region.height {
            for column in 0..<region.width {
              let weight = share(row, y, down) * share(column, x, across)
              mean += weight * sample(picture, region.x + column, region.y + row, component)
            }
          }
          #expect(abs(sample(small, x, y, component) - mean) < 0.51)
        }
      }
    }
  }

  @Test func `enlarging is linear between the centres of pixels`() throws {
    let picture = PixelBuffer(size: PixelSize(width: 2, height: 1), format: .l8, bytes: [0, 200])
    let wide = try picture.resized(to: PixelSize(width: 4, height: 1))
    #expect(wide.bytes == [0, 50, 150, 200])
  }

  @Test func `a region is scaled alone`() throws {
    let picture = PixelBuffer(size: PixelSize(width: 4, height: 2), format: .l8, bytes: [9, 10, 20, 9, 9, 30, 40, 9])
    let region = PixelRect(x: 1, y: 0, width: 2, height: 2)
    #expect(try picture.resized(region, to: PixelSize(width: 1, height: 1)).bytes == [25])
    #expect(try picture.resized(region, to: PixelSize(width: 2, height: 2)).bytes == [10, 20, 30, 40])
  }

  @Test func `impossible sizes and regions are refused`() {
    let picture = PixelBuffer(size: PixelSize(width: 4, height: 2), format: .l8)
    #expect(throws: KernelError.self) { try picture.resized(to: PixelSize(width: 0, height: 2)) }
    #expect(throws: KernelError.self) { try picture.resized(to: PixelSize(width: 3, height: -2)) }
    #expect(throws: KernelError.self) { try picture.resized(to: PixelSize(width: -3, height: -1)) }
    #expect(throws: KernelError.self) {
      try picture.resized(PixelRect(x: 3, y: 0, width: 2, height: 1), to: PixelSize(width: 2, height: 2))
    }
    #expect(throws: KernelError.self) { try picture.resized(.empty, to: PixelSize(width: 2, height: 2)) }
  }
}
