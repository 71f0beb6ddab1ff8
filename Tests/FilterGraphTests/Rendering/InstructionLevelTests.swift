import CPixelKernels
import Imaging
import Support
import Testing

@testable import FilterGraph

/// The copies of the pixel loops for SSE2, AVX2 and AVX-512 give the same bits, so the tests of this processor's copy
/// hold for all.
@Suite struct InstructionLevelTests {
  /// The results of `render` with each copy, the lowest first.
  private func atAllLevels<Result>(_ render: () throws -> Result) throws -> [Result] {
    try InstructionLevels.map { level in
      #expect(pk_level() == level)
      return try render()
    }
  }

  @Test(arguments: FilterRegistry.all.map(\.name))
  func `every filter gives the same bits with every copy`(name: String) throws {
    let filter = try FilterRegistry.filter(named: name)
    // Wide enough for whole vectors and a rest.
    let size = PixelSize(width: 83, height: 5)
    let made = try FilterLawTests.instance(of: filter, size: size)
    let image = TestPicture(size: size, content: .straight).image().applying(made)
    let region = PixelRect(x: -3, y: -2, width: 90, height: 9)
    let results = try atAllLevels { try Renderer().floats(image, in: region).map(\.bitPattern) }
    let areSame = results.allSatisfy { $0 == results[0] }
    #expect(areSame)
  }

  @Test(arguments: [0.7, 4, 4.9, 8, 40])
  func `so does a blur of any size`(radius: Double) throws {
    let picture = TestPicture(size: PixelSize(width: 131, height: 37), content: .straight)
    let image = picture.image().clampedToExtent().applying(.gaussianBlur(radius: radius))
    let results = try atAllLevels { try Renderer().floats(image, in: PixelRect(picture.size)).map(\.bitPattern) }
    let areSame = results.allSatisfy { $0 == results[0] }
    #expect(areSame)
  }

  @Test(arguments: [PixelFormat.rgba8, .rgba16, .l8, .l16], [AlphaType.opaque, .premultiplied, .straight])
  func `so do samples on their way in and out`(format: PixelFormat, alphaType: AlphaType) throws {
    var generator = RepeatableRandomNumberGenerator(seed: 3)
    let size = PixelSize(width: 83, height: 3)
    let bytes = (0..<(size.area * format.bytesPerPixel)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    for space in [ColorSpace.sRGB, .adobeRGB, .extendedLinearSRGB] {
      let buffer = PixelBuffer(size: size, format: format, colorSpace: space, alphaType: alphaType, bytes: bytes)
      let image = Image(buffer).applying(.exposureAdjust(ev: 0.2))
      for target in [ColorSpace.displayP3, .extendedLinearSRGB] {
        let results = try atAllLevels {
          try Renderer().render(image, as: format, colorSpace: target, alphaType: alphaType).bytes
        }
        let areSame = results.allSatisfy { $0 == results[0] }
        #expect(areSame, "\(space.name) to \(target.name)")
      }
    }
  }
}
