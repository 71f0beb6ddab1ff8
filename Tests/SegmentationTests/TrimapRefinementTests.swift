import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct TrimapRefinementTests {
  private let small = PixelSize(width: 48, height: 36)
  private let size = PixelSize(width: 192, height: 144)

  /// Dark hair on the left of a bright wall, its edge at column 90, of which the network knows only that it lies between
  /// columns 68 and 112; and what the edge is before and after refinement, in all planes.
  private func refined(_ channels: [MatteChannel]) throws -> PlanarBuffer<UInt8> {
    var bytes: [UInt8] = []
    for _ in 0..<size.height {
      for x in 0..<size.width { bytes += x < 90 ? [50, 40, 35, 255] : [215, 220, 230, 255] }
    }
    let picture = PixelBuffer(size: size, format: .rgba8, bytes: bytes)
    let row = (0..<small.width).map { x in min(max(1 - (Float(x) - 17) / 11, 0), 1) }
    let plane = Array(repeatElement(row, count: small.height).joined())
    let coarse = PlanarBuffer<Float>(
      size: small, planeCount: 3, samples: plane + [Float](repeating: 0, count: small.area) + plane)
    var planes = PlanarBuffer<UInt8>(repeating: 0, size: size, planeCount: 3)
    for channel in [MatteChannel.hair, .portrait] {
      for index in 0..<size.area {
        let x = index % size.width
        let value: UInt8 = x < 68 ? 250 : x >= 112 ? 6 : x < 90 ? 160 : 96
        planes.samples[channel.rawValue * size.area + index] = value
      }
    }
    let refinement = TrimapRefinement(channels: channels, iterations: 200)
    let regions = try refinement.unknownRegions(
      of: &planes, coarse: coarse, confidence: [UInt8](repeating: 0, count: size.area)[...], size: size)
    refinement.solve(regions, of: &planes, picture: picture)
    return planes
  }

  @Test func `uncertain pixels are decided by the picture's edge, and certain ones are 0 or 1`() throws {
    let planes = try refined([.portrait, .hair, .skin])
    for channel in [MatteChannel.portrait, .hair] {
      let plane = Array(planes[channel.rawValue])
      for y in [20, 72, 120] {
        let row = plane[y * size.width..<(y + 1) * size.width]
        #expect(row.prefix(24).allSatisfy { $0 == 255 } && row.suffix(24).allSatisfy { $0 == 0 })
        #expect(row[y * size.width + 84] > 185 && row[y * size.width + 96] < 80)
      }
    }
    #expect(planes[MatteChannel.skin.rawValue].allSatisfy { $0 == 0 })
  }

  @Test func `planes that are not requested stay, and hair stays within the person`() throws {
    let planes = try refined([.portrait])
    #expect(planes[MatteChannel.hair.rawValue].first == 250)
    let both = try refined([.hair])
    let pairs = zip(both[MatteChannel.hair.rawValue], both[MatteChannel.portrait.rawValue])
    #expect(pairs.allSatisfy { $0 <= $1 })
  }
}
