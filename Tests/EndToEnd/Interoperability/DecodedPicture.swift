import Foundation
import MatteKit

/// What another program made of a file of ours: a PNG, or a portable map (`P6`, `P5`) of 8 bits.
struct DecodedPicture {
  let size: PixelSize
  /// 3 for colour, 1 for gray.
  let components: Int
  let samples: [UInt8]

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

  private init?(_ pixels: PixelBuffer) {
    size = pixels.size
    switch pixels.format {
    case .l8:
      components = 1
      samples = pixels.bytes
    case .rgba8:
      components = 3
      samples = [UInt8](unsafeUninitializedCapacity: 3 * pixels.size.area) { target, count in
        pixels.withUnsafeBytes { source in
          for pixel in 0..<pixels.size.area {
            for c in 0..<3 { target[3 &* pixel &+ c] = source[4 &* pixel &+ c] }
          }
        }
        count = 3 * pixels.size.area
      }
    default: return nil
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
    guard kind == "P6" || kind == "P5", let width = Int(word()), let height = Int(word()), word() == "255" else {
      return nil
    }
    size = PixelSize(width: width, height: height)
    components = kind == "P6" ? 3 : 1
    position += 1
    guard bytes.count == position + size.area * components else { return nil }
    samples = Array(bytes[position...])
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

  /// The largest and the mean difference of samples, looked at in all corners and at some 30,000 places between.
  ///
  /// Nil if there are not as many samples.
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
