import MatteKit
import Support
import Testing

/// A photo becomes the same file with every instruction set: read, filtered, given a matte and written.
@Suite struct InstructionLevelTests {
  private static let size = PixelSize(width: 611, height: 403)

  /// A picture of noise over a gradient, which meets many roundings.
  private static let picture: PixelBuffer = {
    var random = RepeatableRandomNumberGenerator(seed: 12)
    return PixelBuffer(size: size, format: .rgba16, colorSpace: .displayP3) { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let base = [20_000 + 40 * x, 20_000 + 50 * y, 45_000 - 30 * x]
          for component in 0..<4 {
            let noise = Int.random(in: -9000...9000, using: &random)
            let value = component < 3 ? min(max(base[component] + noise, 0), 65_535) : 65_535
            bytes.storeBytes(
              of: UInt16(value), toByteOffset: 8 * (y * size.width + x) + 2 * component, as: UInt16.self)
          }
        }
      }
    }
  }()

  private func matte(_ kind: MatteKind, for size: PixelSize) -> Matte {
    var random = RepeatableRandomNumberGenerator(seed: 13)
    let half = size.half
    let bytes = (0..<half.area).map { _ in UInt8.random(in: 0...255, using: &random) }
    return Matte(
      kind: kind, pixels: PixelBuffer(size: half, format: .l8, colorSpace: .linearGray, bytes: bytes),
      coordinateSpace: .stored)
  }

  @Test(arguments: [
    (EncodingOptions.jpeg(quality: 0.95), EncodingOptions.jpeg(quality: 0.95)),
    (.heic(quality: 0.95, bitDepth: 8, speed: 9), .heic(quality: 0.95, bitDepth: 8, speed: 9)),
    (.heic(quality: 0.95, bitDepth: 10, speed: 9), .heic(quality: 0.95, bitDepth: 10, speed: 9)),
    (.avif(quality: 0.95, bitDepth: 10, speed: 10), .avif(quality: 0.95, bitDepth: 10, speed: 10)),
    (.png, .png),
    (.png, .heic(quality: 0.95, bitDepth: 10, speed: 9)),
  ])
  func `every instruction set gives the same file`(input: EncodingOptions, output: EncodingOptions) throws {
    let size = Self.size
    let file = try Photo(pixels: Self.picture).data(as: input)
    let mattes = MatteSet([matte(.hair, for: size)])
    let results = try InstructionLevels.map { _ in
      let photo = try Photo(data: file)
      let image = photo.image.applying(.exposureAdjust(ev: 0.1)).blended(over: photo.image, mask: mattes[.hair])
      return try photo.with(image: image, mattes: mattes).data(as: output)
    }
    let areSame = results.allSatisfy { $0 == results[0] }
    #expect(areSame)
  }
}
