import Imaging
import Testing

@testable import FilterGraph

@Suite struct ClampTests {
  private let size = PixelSize(width: 20, height: 10)

  private var white: Image {
    Image(PixelBuffer(size: size, format: .rgba8, bytes: [UInt8](repeating: 255, count: 4 * size.area)))
  }

  @Test(arguments: [0.4, 0.5, 1, 1.7])
  func `a white picture is white everywhere once its edge is repeated`(scale: Double) throws {
    let turned = AffineTransform2D.rotation(Angle(radians: 0.3)).then(.scale(x: scale, y: scale))
    for transform in [AffineTransform2D.scale(x: scale, y: scale), turned] {
      let clamped = white.applying(.affineClamp(transform: transform))
      #expect(clamped.extent.isInfinite && clamped.isOpaque)
      let samples = try Renderer().floats(clamped, in: PixelRect(x: -15, y: -15, width: 60, height: 50))
      #expect(samples.allSatisfy { abs($0 - 1) < 1e-6 })
    }
  }

  @Test(arguments: [0.3, 0.9, 1.7]) func `a transform computes nothing beyond the edge`(scale: Double) throws {
    let picture = TestPicture(size: size, content: .opaque).image()
    let transform = AffineTransform2D.rotation(Angle(radians: 0.3)).then(.scale(x: scale, y: scale * 0.8))
    let place = PixelRect(x: -15, y: -15, width: 60, height: 50)
    let line = picture.applying(.clamp(extent: PixelRect(x: 3, y: 2, width: 1, height: 5)))
    for clamped in [picture.clampedToExtent(), line] {
      // As with the repeated pixels there.
      let around = clamped.cropped(to: PixelRect(x: -300, y: -300, width: 700, height: 700))
      #expect(
        try Renderer().floats(clamped.transformed(by: transform), in: place)
          == Renderer().floats(around.transformed(by: transform), in: place))
    }
  }

  @Test(.timeLimit(.minutes(1))) func `a picture that becomes a thousandth is rendered at once`() throws {
    let clamped = white.applying(.affineClamp(transform: .scale(x: 0.001, y: 0.001)))
    let time = try ContinuousClock().measure {
      let samples = try Renderer().floats(clamped, in: PixelRect(size))
      #expect(samples.allSatisfy { abs($0 - 1) < 1e-6 })
    }
    #expect(time < .seconds(2))
  }

  @Test func `the edge of a picture, or of a part of it, is extended infinitely`() throws {
    let picture = TestPicture(size: size, content: .opaque).image()
    let around = PixelRect(x: -4, y: -4, width: 28, height: 18)
    #expect(
      try Renderer().floats(picture.applying(.clamp()), in: around)
        == Renderer().floats(picture.clampedToExtent(), in: around))
    let part = PixelRect(x: 3, y: 2, width: 4, height: 5)
    let clamped = picture.applying(.clamp(extent: part))
    #expect(try Renderer().floats(clamped, in: part) == Renderer().floats(picture, in: part))
    func pixel(_ image: Image, _ x: Int, _ y: Int) throws -> [Float] {
      try Renderer().floats(image, in: PixelRect(x: x, y: y, width: 1, height: 1))
    }
    #expect(try pixel(clamped, -100, 3) == pixel(picture, 3, 3))
    #expect(try pixel(clamped, 50, 90) == pixel(picture, 6, 6))
    #expect(Image.empty.applying(.clamp()).extent.isEmpty)
    #expect(picture.applying(.clamp(extent: PixelRect(x: 90, y: 0, width: 5, height: 5))).extent.isEmpty)
  }
}
