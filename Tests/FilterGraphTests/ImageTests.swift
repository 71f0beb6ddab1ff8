import Imaging
import Support
import Testing

@testable import FilterGraph

@Suite struct ImageTests {
  @Test func `images are equal if their recipes are, not if they look alike`() throws {
    let photo = TestPicture(size: PixelSize(width: 5, height: 4), content: .translucent).image()
    let inverted = photo.applying(.colorInvert)
    let same = inverted
    #expect(same == inverted && Set([same, inverted, photo]).count == 2)
    #expect(photo.applying(.colorInvert) != inverted)
    // An image kept in memory is another recipe with the same pixels.
    let kept = inverted.insertingIntermediate()
    #expect(kept != inverted && kept.extent == inverted.extent)
    #expect(try Renderer().floats(kept) == Renderer().floats(inverted))
  }

  @Test func `rendering into an existing picture equals rendering into a new one`() throws {
    let picture = TestPicture(size: PixelSize(width: 65, height: 33), content: .extended)
    let image = picture.image().applying(.gammaAdjust(power: 0.8))
    var buffer = PixelBuffer(size: PixelSize(width: 30, height: 12), format: .rgba16, colorSpace: .displayP3)
    let part = PixelRect(x: 20, y: 7, width: 30, height: 12)
    try Renderer().render(image, in: part, into: &buffer)
    #expect(buffer == (try Renderer().render(image, in: part, as: .rgba16, colorSpace: .displayP3)))
    // The bytes after the picture in longer rows are unchanged.
    var padded = PixelBuffer(
      size: PixelSize(width: 3, height: 2), format: .l8, colorSpace: .linearGray, rowBytes: 5,
      bytes: [UInt8](repeating: 7, count: 10))
    try Renderer().render(.color(.white), in: PixelRect(padded.size), into: &padded)
    #expect(padded.bytes == [255, 255, 255, 7, 7, 255, 255, 255, 7, 7])
    #expect(throws: RenderError.wrongSize(picture.size, buffer: padded.size)) {
      try Renderer().render(image, into: &padded)
    }
  }

  private func bytes(_ size: PixelSize, seed: UInt64, opaque: Bool = true) -> PixelBuffer {
    var generator = RepeatableRandomNumberGenerator(seed: seed)
    let values = (0..<(size.area * 4)).map { index in
      opaque && index % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &generator)
    }
    return PixelBuffer(size: size, format: .rgba8, bytes: values)
  }

  private func gray(_ values: [UInt8], width: Int) -> Matte {
    Matte(
      kind: .skin,
      pixels: PixelBuffer(
        size: PixelSize(width: width, height: values.count / width), format: .l8, colorSpace: .linearGray,
        bytes: values), coordinateSpace: .upright)
  }

  private func pixel(_ image: Image, _ x: Int, _ y: Int) throws -> [Float] {
    try Renderer().floats(image, in: PixelRect(x: x, y: y, width: 1, height: 1))
  }

  @Test func `an unchanged photo is kept byte for byte`() throws {
    let buffer = bytes(PixelSize(width: 67, height: 41), seed: 5)
    #expect(try Renderer().render(Image(buffer)).bytes == buffer.bytes)
    for space in [ColorSpace.displayP3, .adobeRGB] {
      var other = buffer
      other.colorSpace = space
      #expect(try Renderer().render(Image(other), colorSpace: space).bytes == other.bytes)
    }
  }

  @Test func `a region of a padded buffer has its pixels`() throws {
    let size = PixelSize(width: 5, height: 3)
    let plain = bytes(size, seed: 6)
    var padded: [UInt8] = []
    for row in 0..<3 { padded += plain.bytes[(row * 20)..<(row * 20 + 20)] + [UInt8](repeating: 9, count: 7) }
    let buffer = PixelBuffer(size: size, format: .rgba8, rowBytes: 27, bytes: padded)
    let part = try Renderer().render(Image(buffer), in: PixelRect(x: 1, y: 1, width: 3, height: 2))
    #expect(part.bytes == Array(plain.bytes[24..<36]) + Array(plain.bytes[44..<56]))
  }

  @Test func `a matte of half the size stays in place, exact where it is level`() throws {
    // Four columns of matte: black, black, white, white; eight columns of picture.
    let matte = gray([0, 0, 255, 255, 0, 0, 255, 255], width: 4)
    let below = Image.color(.black).cropped(to: PixelRect(x: 0, y: 0, width: 8, height: 4))
    let mixed = Image.color(.white).cropped(to: PixelRect(x: 0, y: 0, width: 8, height: 4))
      .blended(over: below, mask: matte)
    let pixels = try Renderer().floats(mixed)
    let row = stride(from: 0, to: 32, by: 4).map { pixels[$0] }
    #expect(row == [0, 0, 0, 0.25, 0.75, 1, 1, 1])
    #expect(mixed.extent == below.extent)
    #expect(stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 1 })
  }

  @Test func `without a matte the background remains`() {
    let photo = Image(bytes(PixelSize(width: 3, height: 3), seed: 1))
    #expect(Image.color(.white).blended(over: photo, mask: nil as Matte?) == photo)
  }

  @Test func `a matte larger than the image is averaged`() throws {
    let matte = gray([0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255], width: 4)
    let image = Image.matte(matte, fitting: PixelRect(x: 3, y: 2, width: 2, height: 2))
    #expect(image.extent == Extent(PixelRect(x: 3, y: 2, width: 2, height: 2)))
    let left = try pixel(image, 3, 2)
    let right = try pixel(image, 4, 2)
    #expect(left[0] < 0.1 && right[0] > 0.9 && abs(left[0] + right[0] - 1) < 1e-5)
  }

  @Test(arguments: Orientation.allCases)
  func `orientation follows the eight values of EXIF`(orientation: Orientation) throws {
    let size = PixelSize(width: 5, height: 3)
    let buffer = bytes(size, seed: 9)
    let upright = try Renderer().render(Image(buffer).oriented(orientation))
    #expect(upright.size == orientation.apply(to: size))
    for y in 0..<3 {
      for x in 0..<5 {
        let place = orientation.apply(to: NormalizedPoint(x: (Double(x) + 0.5) / 5, y: (Double(y) + 0.5) / 3))
        let column = Int(place.x * Double(upright.width))
        let row = Int(place.y * Double(upright.height))
        let target = (row * upright.width + column) * 4
        let source = (y * 5 + x) * 4
        #expect(Array(upright.bytes[target..<(target + 4)]) == Array(buffer.bytes[source..<(source + 4)]))
      }
    }
    let back = try Renderer().render(Image(buffer).oriented(orientation).oriented(orientation.inverse))
    #expect(back.bytes == buffer.bytes)
  }

  @Test func `moving by half a pixel is the mean of neighbours`() throws {
    let size = PixelSize(width: 3, height: 1)
    let image = Image(.floats([0, 0, 0, 1, 1, 1, 1, 1, 0.5, 0.5, 0.5, 1], size)).clampedToExtent()
      .transformed(by: .translation(x: 0.5, y: 0))
    let row = try Renderer().floats(image, in: PixelRect(x: 0, y: 0, width: 4, height: 1))
    #expect(stride(from: 0, to: 16, by: 4).map { row[$0] } == [0, 0.5, 0.75, 0.5])
  }

  @Test func `a singular transform gives nothing`() {
    let image = Image.color(.white).cropped(to: PixelRect(x: 0, y: 0, width: 4, height: 4))
    #expect(image.transformed(by: .scale(x: 0, y: 1)).extent.isEmpty)
    #expect(image.transformed(by: .scale(x: .nan, y: 1)).extent.isEmpty)
  }

  @Test(arguments: [(130, 66), (33, 17), (5, 90), (1, 1), (64, 33)])
  func `scaling keeps constants, the size and opacity`(width: Int, height: Int) throws {
    let color = Image.color(Color(linearRed: 0.25, green: 0.5, blue: 0.75))
      .cropped(to: PixelRect(x: 3, y: -4, width: 65, height: 33))
    let scaled = color.scaled(to: PixelSize(width: width, height: height))
    #expect(scaled.extent == Extent(PixelRect(x: 0, y: 0, width: width, height: height)))
    let pixels = try Renderer().floats(scaled)
    for (index, value) in pixels.enumerated() { #expect(abs(value - [0.25, 0.5, 0.75, 1][index % 4]) < 1e-5) }
    #expect(pixels[3] == 1)
  }

  @Test(arguments: [40, 300, 4])
  func `scaling does not shift`(width: Int) throws {
    // A ramp stays a ramp through the same points, away from the edges.
    let size = PixelSize(width: 120, height: 2)
    let samples = (0..<size.area).flatMap { index -> [Float] in
      let v = (Float(index % 120) + 0.5) / 120
      return [v, v, v, 1]
    }
    let scaled = try Renderer().floats(
      Image(.floats(samples, size, .opaque)).scaled(to: PixelSize(width: width, height: 1)))
    let margin = width > 4 ? width / 10 : 1
    for x in margin..<(width - margin) {
      #expect(abs(scaled[4 * x] - (Float(x) + 0.5) / Float(width)) < (width == 4 ? 0.02 : 1e-3))
    }
  }

  @Test func `dividing by alpha is safe for tiny alpha`() throws {
    let samples: [Float] = [0, 0, 0, 0, 1e-9, 1e-9, 1e-9, 1e-9, 0.25, 0.125, 0, 0.25, 0.5, 1, 2, 1]
    let image = Image(.floats(samples, PixelSize(width: 4, height: 1)))
    let result = try Renderer().floats(image.unpremultiplyingAlpha().settingAlphaOne())
    #expect(result == [0, 0, 0, 1, 0, 0, 0, 1, 1, 0.5, 0, 1, 0.5, 1, 2, 1])
    #expect(try Renderer().floats(image.unpremultiplyingAlpha().premultiplyingAlpha())[8..<16] == samples[8..<16])
  }

  @Test func `masking multiplies colour and alpha`() throws {
    let white = Image.color(.white)
    let half = Image.color(Color(linearRed: 0, green: 0.5, blue: 1))
    let result = try pixel(white.masked(by: half), 0, 0)
    #expect(result.allSatisfy { abs($0 - 0.5) < 1e-6 })
  }

  @Test func `a gradient is linear in light between its points`() throws {
    let image = Image.linearGradient(from: Point(x: 1, y: 0), .black, to: Point(x: 5, y: 0), .white)
    let row = try Renderer().floats(image, in: PixelRect(x: 0, y: 7, width: 6, height: 1))
    let reds = stride(from: 0, to: 24, by: 4).map { row[$0] }
    #expect(zip(reds, [0, 0.125, 0.375, 0.625, 0.875, 1]).allSatisfy { abs($0 - $1) < 1e-6 })
    let same = Image.linearGradient(from: .zero, .white, to: .zero, .black)
    #expect(try pixel(same, 3, 3) == [1, 1, 1, 1])
  }

  @Test func `errors of rendering state the reason`() {
    #expect(throws: RenderError.infiniteExtent) { try Renderer().render(.color(.white)) }
    #expect(throws: RenderError.emptyRegion("(0, 0, 0x0)")) { try Renderer().render(.empty) }
    let huge = PixelRect(x: 0, y: 0, width: 1 << 20, height: 1 << 20)
    #expect(throws: RenderError.regionTooLarge(huge)) { try Renderer().render(.color(.white), in: huge) }
    let bad = PixelBuffer(
      size: PixelSize(width: 1, height: 1), format: .rgba8, colorSpace: .icc([UInt8](repeating: 1, count: 200)))
    #expect(throws: RenderError.colorSpace(.unreadable(byteCount: 200))) { try Renderer().render(Image(bad)) }
  }

  @Test func `extreme transforms and radii are refused or harmless`() throws {
    let one = PixelRect(x: 0, y: 0, width: 64, height: 1)
    let photo = Image.color(.white).cropped(to: PixelRect(x: 0, y: 0, width: 9, height: 9))
    let tiny = AffineTransform2D.scale(x: 1e-5, y: 1e-5)
    #expect(throws: RenderError.self) { try Renderer().render(.color(.white).transformed(by: tiny), in: one) }
    _ = try Renderer().render(photo.transformed(by: tiny), in: one)
    _ = try Renderer().render(photo.transformed(by: .scale(x: 1e9, y: 1e9)), in: one)
    #expect(photo.transformed(by: .translation(x: 1e18, y: 0)).extent.isEmpty)
    var far = Image.color(.white)
    for _ in 0..<3000 { far = far.transformed(by: .translation(x: Double((1 << 29) - 1), y: 0)) }
    _ = try Renderer().render(far, in: one)
    for radius in [1e12, -1] {
      _ = try Renderer().render(photo.applying(.gaussianBlur(radius: radius)), in: one)
      _ = try Renderer().render(photo.applying(.discBlur(radius: radius)), in: one)
    }
    for radius in [Double.infinity, .nan] {
      #expect(throws: RenderError.filter(.notFinite(key: "radius", filter: "gaussianBlur"))) {
        try Renderer().render(photo.applying(.gaussianBlur(radius: radius)), in: one)
      }
    }
  }

  @Test func `a long chain is rendered`() throws {
    var image = Image.color(Color(linearRed: 0.5, green: 0.5, blue: 0.5))
    for step in 0..<2000 { image = image.applying(.exposureAdjust(ev: step % 2 == 0 ? 1 : -1)) }
    #expect(try pixel(image, 0, 0) == [0.5, 0.5, 0.5, 1])
  }

  @Test func `a render is opaque by default where the image is known to be`() throws {
    let rect = PixelRect(x: 0, y: 0, width: 4, height: 3)
    let white = Image.color(.white).cropped(to: rect)
    #expect(try Renderer().render(white).alphaType == .opaque)
    let soft = white.applying(.gaussianBlur(radius: 2))
    let pixels = try Renderer().render(soft)
    #expect(pixels.alphaType == .straight)
    #expect(pixels.withUnsafeBytes { bytes in (0..<pixels.size.area).contains { bytes[4 * $0 + 3] < 255 } })
    #expect(try Renderer().render(soft, as: .l8, colorSpace: .linearGray).alphaType == .opaque)
  }
}
