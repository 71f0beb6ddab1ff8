import Foundation
import MatteKit

/// Another program's decoding of our file: a PNG or a portable map (`P6`, `P5`), of which 8 bits are read.
struct DecodedPicture {
  let size: PixelSize
  /// 3 for colour, 1 for gray.
  let components: Int
  let samples: [UInt8]
  /// One sample per pixel; nil if the program wrote none.
  let alpha: [UInt8]?

  /// Reads the folder's file `name` with whichever of the endings it has; nil if there is none that can be read.
  init?(_ name: String, in folder: URL) {
    for ending in ["ppm", "pgm"] {
      guard let bytes = try? Data(contentsOf: folder.appending(path: "\(name).\(ending)")) else { continue }
      self.init(portableMap: Array(bytes))
      return
    }
    guard let pixels = try? Photo(contentsOf: folder.appending(path: "\(name).png")).pixels else { return nil }
    self.init(pixels)
  }

  private init(_ pixels: PixelBuffer) {
    let hasColor = pixels.format.componentCount > 1
    size = pixels.size
    components = hasColor ? 3 : 1
    samples = Self.upperBytes(of: hasColor ? 0..<3 : 0..<1, in: pixels)
    alpha = pixels.alphaType == .straight ? Self.upperBytes(of: 3..<4, in: pixels) : nil
  }

  /// Some components of each pixel, cut to 8 bits.
  private static func upperBytes(of components: Range<Int>, in pixels: PixelBuffer) -> [UInt8] {
    let (area, step, length) = (pixels.size.area, pixels.format.bytesPerPixel, pixels.format.bitsPerComponent / 8)
    return [UInt8](unsafeUninitializedCapacity: area * components.count) { target, count in
      pixels.withUnsafeBytes { source in
        var next = 0
        for pixel in 0..<area {
          for c in components {
            // 16 bits in little-endian order.
            target[next] = source[step &* pixel &+ length &* c &+ length &- 1]
            next &+= 1
          }
        }
      }
      count = area * components.count
    }
  }

  private init?(portableMap bytes: [UInt8]) {
    var position = 0
    func word() -> String {
      while position < bytes.count, bytes[position] <= 0x20 || bytes[position] == UInt8(ascii: "#") {
        if bytes[position] == UInt8(ascii: "#") {
          while position < bytes.count, bytes[position] != 0x0A { position += 1 }
        }
        position += 1
      }
      let start = position
      while position < bytes.count, bytes[position] > 0x20 { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
    let kind = word()
    guard kind == "P6" || kind == "P5", let width = Int(word()), let height = Int(word()),
      let maximum = Int(word()), maximum == 255 || 256..<65536 ~= maximum
    else { return nil }
    size = PixelSize(width: width, height: height)
    components = kind == "P6" ? 3 : 1
    position += 1
    alpha = nil
    // More bits in big-endian order.
    let stride = maximum == 255 ? 1 : 2
    guard bytes.count == position + size.area * components * stride else { return nil }
    if stride == 1 {
      samples = Array(bytes[position...])
    } else {
      samples = Swift.stride(from: position, to: bytes.count, by: 2).map {
        UInt8(clamping: (Int(bytes[$0]) << 8 | Int(bytes[$0 + 1])) * 255 / maximum)
      }
    }
  }

  /// One sample a pixel, of gray pictures that the program wrote in colour too; nil if the colours differ.
  var gray: [UInt8]? {
    if components == 1 { return samples }
    return samples.withUnsafeBufferPointer { samples in
      var gray = [UInt8](repeating: 0, count: size.area)
      for pixel in 0..<size.area {
        gray[pixel] = samples[3 &* pixel]
        guard samples[3 &* pixel &+ 1] == gray[pixel], samples[3 &* pixel &+ 2] == gray[pixel] else { return nil }
      }
      return gray
    }
  }

  /// The maximum and mean difference of the samples at the corners and at about 30,000 other positions.
  ///
  /// Nil if the numbers of samples differ.
  func difference(from expected: [UInt8]) -> (largest: Int, mean: Double)? {
    guard expected.count == samples.count else { return nil }
    let step = max(1, samples.count / 30_000 | 1)
    var (largest, sum, count) = (0, 0, 0)
    samples.withUnsafeBufferPointer { samples in
      expected.withUnsafeBufferPointer { expected in
        func look(_ index: Int) {
          let difference = abs(Int(samples[index]) &- Int(expected[index]))
          largest = max(largest, difference)
          sum &+= difference
          count &+= 1
        }
        for index in stride(from: 0, to: samples.count, by: step) { look(index) }
        let row = size.width * components
        for corner in [0, row - components, samples.count - row, samples.count - components] {
          for c in 0..<components { look(corner + c) }
        }
      }
    }
    return (largest, Double(sum) / Double(count))
  }
}
