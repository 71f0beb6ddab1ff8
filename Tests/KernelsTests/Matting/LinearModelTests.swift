import CMatting
import CPixelKernels
import Imaging
import Support
import Testing

@testable import Kernels

@Suite struct LinearModelTests {
  @Test(arguments: [
    PixelSize(width: 7, height: 5), PixelSize(width: 23, height: 14), PixelSize(width: 64, height: 5),
    PixelSize(width: 8, height: 41),
  ])
  func `models are interpolated between pixels and applied to each colour`(size: PixelSize) throws {
    var random = RepeatableRandomNumberGenerator(seed: 3)
    let small = PixelSize(width: 7, height: 5)
    let floats = Int(MATTING_MODEL_FLOATS)
    // Part of it is nothing, which is gone through by itself.
    let coefficients = (0..<small.area * floats).map { index -> Float in
      index / floats % small.width < 3 ? 0 : Float.random(in: -1...1, using: &random)
    }
    let model = try LinearModel(size: small, planeCount: 3) { target throws(KernelError) in
      for index in coefficients.indices { target[index] = coefficients[index] }
    }
    let picture = PixelBuffer(
      size: size, format: .rgba8, bytes: (0..<size.area * 4).map { _ in UInt8.random(in: 0...255, using: &random) })

    func places(_ i: Int, _ count: Int, _ smallCount: Int) -> (Int, Int, Double) {
      let place = (Double(i) + 0.5) * Double(smallCount) / Double(count) - 0.5
      let inside = min(max(place, 0), Double(smallCount - 1))
      return (Int(inside), min(Int(inside) + 1, smallCount - 1), inside - inside.rounded(.down))
    }
    _ = InstructionLevels.map { level in
      let result = model.applied(to: picture)
      for index in 0..<size.area {
        let (left, right, across) = places(index % size.width, size.width, small.width)
        let (top, bottom, down) = places(index / size.width, size.height, small.height)
        for plane in 0..<3 {
          func value(_ x: Int, _ y: Int) -> Double {
            let start = (y * small.width + x) * floats + plane
            return (0..<4).reduce(0) { sum, c in
              let component = c < 3 ? Double(picture.bytes[4 * index + c]) : 255
              return sum + Double(coefficients[start + c * Int(MATTING_MODEL_PLANES)]) * component
            }
          }
          let upper = value(left, top) + (value(right, top) - value(left, top)) * across
          let lower = value(left, bottom) + (value(right, bottom) - value(left, bottom)) * across
          let expected = min(max(upper + (lower - upper) * down, 0), 255)
          let found = Double(result.samples[plane * size.area + index])
          #expect(abs(found - expected) <= 0.51, "plane \(plane) of pixel \(index) at level \(level)")
        }
      }
    }
  }

  @Test func `two models are blended by their weights`() throws {
    let size = PixelSize(width: 3, height: 1)
    let floats = Int(MATTING_MODEL_FLOATS)
    func constant(_ value: Float) throws -> LinearModel {
      try LinearModel(size: size, planeCount: 1) { target throws(KernelError) in
        for index in 0..<size.area * floats {
          target[index] = index % floats == 3 * Int(MATTING_MODEL_PLANES) ? value : 0
        }
      }
    }
    let mixed = try constant(0.2).mixed(with: constant(0.8), by: [0, 0.25, 1])
    #expect(mixed.applied(to: PixelBuffer(size: size, format: .rgba8)).samples == [51, 89, 204])
  }
}
