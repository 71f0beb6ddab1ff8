import Imaging
import Testing

@testable import Kernels

@Suite struct ColorLineTests {
  /// Dark hair on the left, a bright background on the right, and between them alternating strands that the network
  /// only half believes.
  @Test func `strands are distinguished from the background by their colour`() throws {
    let size = PixelSize(width: 90, height: 60)
    var bytes: [UInt8] = []
    var portrait: [Float] = []
    var hair: [Float] = []
    for _ in 0..<size.height {
      for x in 0..<size.width {
        let isHair = x < 30 || (x < 50 && x % 4 < 2)
        bytes += isHair ? [50, 35, 30, 255] : [220, 225, 235, 255]
        portrait.append(x < 30 ? 1 : x < 50 ? 0.5 : 0)
        hair.append(x < 30 ? 1 : x < 50 ? 0.5 : 0)
      }
    }
    let guide = PixelBuffer(size: size, format: .rgba8, bytes: bytes)
    let result = try applied(
      ColorLine(portrait: portrait[...], hair: hair[...], guide: guide, radius: 24), to: guide)
    let row = 30 * size.width
    for x in 34..<46 {
      let alpha = result[0][result[0].startIndex + row + x]
      #expect(x % 4 < 2 ? alpha > 230 : alpha < 25, "column \(x): \(alpha)")
      #expect(result[1][result[1].startIndex + row + x] > 200, "column \(x) is sure")
    }
    for x in [3, 85] { #expect(result[1][result[1].startIndex + row + x] == 0, "column \(x) is no edge") }
  }

  @Test func `the width of the band follows the radius`() throws {
    let size = PixelSize(width: 90, height: 60)
    let portrait = (0..<size.area).map { index -> Float in index % 90 < 30 ? 1 : index % 90 < 36 ? 0.5 : 0 }
    let guide = PixelBuffer(
      size: size, format: .rgba8,
      bytes: (0..<size.area).flatMap { index -> [UInt8] in
        index % 90 < 33 ? [50, 35, 30, 255] : [220, 225, 235, 255]
      })
    func confidence(radius: Int, column: Int) throws -> UInt8 {
      let line = try ColorLine(portrait: portrait[...], hair: portrait[...], guide: guide, radius: radius)
      let result = try applied(line, to: guide)
      return result[1][result[1].startIndex + 30 * size.width + column]
    }
    #expect(try confidence(radius: 24, column: 25) > 40)
    #expect(try confidence(radius: 12, column: 25) == 0)
    #expect(try confidence(radius: 12, column: 27) > 40)
  }

  @Test func `in front of a patterned background the line has low confidence`() throws {
    let size = PixelSize(width: 90, height: 60)
    let portrait = (0..<size.area).map { index -> Float in index % 90 < 30 ? 1 : index % 90 < 50 ? 0.5 : 0 }
    func confidence(_ background: ([UInt8], [UInt8])) throws -> UInt8 {
      let guide = PixelBuffer(
        size: size, format: .rgba8,
        bytes: (0..<size.area).flatMap { index -> [UInt8] in
          let (x, y) = (index % 90, index / 90)
          return x < 40 ? [50, 35, 30, 255] : (x / 3 + y / 3) % 2 == 0 ? background.0 : background.1
        })
      let line = try ColorLine(portrait: portrait[...], hair: portrait[...], guide: guide, radius: 24)
      let result = try applied(line, to: guide)
      return result[1][result[1].startIndex + 30 * size.width + 40]
    }
    let bright: [UInt8] = [220, 225, 235, 255]
    #expect(try confidence((bright, bright)) > 240)
    #expect(try confidence((bright, [160, 170, 150, 255])) < 200)
    #expect(try confidence((bright, [110, 125, 80, 255])) < 30)
  }

  @Test func `indistinguishable colours give no confidence`() throws {
    let size = PixelSize(width: 60, height: 40)
    let guide = PixelBuffer(
      size: size, format: .rgba8, bytes: (0..<size.area).flatMap { _ -> [UInt8] in [90, 90, 90, 255] })
    let portrait = (0..<size.area).map { index -> Float in index % 60 < 25 ? 1 : index % 60 < 35 ? 0.5 : 0 }
    let result = try applied(
      ColorLine(portrait: portrait[...], hair: portrait[...], guide: guide, radius: 12), to: guide)
    #expect(result[1].allSatisfy { $0 == 0 })
  }

  /// The result of a line for its own picture; the model beside it is 0.
  private func applied(_ line: ColorLine, to guide: PixelBuffer) throws -> PlanarBuffer<UInt8> {
    let nothing = PlanarBuffer<Float>(repeating: 0, size: guide.size, planeCount: 1)
    let model = try GuidedFilter.model(of: nothing, guide: guide, radius: 2, epsilon: 1e-4)
    let (planes, result) = model.applied(to: guide, with: line)
    #expect(planes.samples.allSatisfy { $0 == 0 })
    return result
  }
}
