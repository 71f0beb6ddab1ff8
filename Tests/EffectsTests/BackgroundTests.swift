import FilterGraph
import Imaging
import Testing

@testable import Effects

@Suite struct BackgroundTests {
  private let size = PixelSize(width: 48, height: 32)

  /// A person of one colour in the left half in front of a background of another.
  private func subject(orientation: Orientation = .up) -> EffectSubject {
    var bytes: [UInt8] = []
    var matte: [UInt8] = []
    for _ in 0..<size.height {
      for x in 0..<size.width { bytes += x < 24 ? [200, 120, 80, 255] : [20, 60, 200, 255] }
    }
    for _ in 0..<16 { for x in 0..<24 { matte.append(x < 12 ? 255 : 0) } }
    return EffectSubject(
      image: Image(PixelBuffer(size: size, format: .rgba8, bytes: bytes)), size: size, orientation: orientation,
      mattes: [
        Matte(
          kind: .portrait, pixels: PixelBuffer(size: size.half, format: .l8, colorSpace: .linearGray, bytes: matte),
          coordinateSpace: .stored)
      ])
  }

  private func render(_ image: Image) throws -> PixelBuffer {
    try Renderer().render(image, in: PixelRect(size), as: .rgba8)
  }

  private func pixel(_ buffer: PixelBuffer, _ x: Int, _ y: Int) -> [Int] {
    let start = y * buffer.rowBytes + 4 * x
    return buffer.bytes[start..<start + 3].map { Int($0) }
  }

  private func isNear(_ a: [Int], _ b: [Int], _ limit: Int = 2) -> Bool {
    zip(a, b).allSatisfy { abs($0 - $1) <= limit }
  }

  @Test func `a new colour replaces the background, the person stays`() throws {
    let green = try #require(Color(css: "#00ff00"))
    let result = try render(ReplaceBackground(color: green).image(of: subject()))
    #expect(isNear(pixel(result, 4, 16), [200, 120, 80]))
    #expect(isNear(pixel(result, 44, 16), [0, 255, 0]))
    // At the edge there is person and green, and nothing of the old blue.
    for x in 20..<28 { #expect(pixel(result, x, 16)[2] <= 84, "\(x): \(pixel(result, x, 16))") }
  }

  /// Dark hair in front of a bright wall, and a matte in which the wall between its curls is half hair.
  private func curls() -> EffectSubject {
    let dark: [UInt8] = [45, 32, 28, 255]
    let wall: [UInt8] = [230, 226, 222, 255]
    let bytes = (0..<size.height).flatMap { _ in (0..<size.width).flatMap { $0 < 16 || $0 == 24 ? dark : wall } }
    let matte = (0..<16).flatMap { _ in (0..<24).map { UInt8($0 < 8 ? 255 : $0 < 16 ? 120 : 0) } }
    return EffectSubject(
      image: Image(PixelBuffer(size: size, format: .rgba8, bytes: bytes)), size: size,
      mattes: [
        Matte(
          kind: .portrait, pixels: PixelBuffer(size: size.half, format: .l8, colorSpace: .linearGray, bytes: matte),
          coordinateSpace: .stored)
      ])
  }

  @Test func `the wall between curls makes no halo on a stage, and a strand in front of it stays`() throws {
    let stage = try render(StageLight(falloff: 0).image(of: curls()))
    #expect(isNear(pixel(stage, 4, 16), [45, 32, 28]))
    for x in [19, 21, 27, 29] { #expect((pixel(stage, x, 16).max() ?? 0) < 20, "\(x): \(pixel(stage, x, 16))") }
    let green = try #require(Color(css: "#00ff00"))
    let result = try render(ReplaceBackground(color: green).image(of: curls()))
    #expect(pixel(result, 21, 16)[1] > 235 && pixel(result, 24, 16)[1] < 215, "\(pixel(result, 24, 16))")
  }

  @Test func `with a transparent background the person is cut out`() throws {
    let effect = ReplaceBackground(color: .clear)
    #expect(!effect.isOpaque && !EffectStack([SmoothSkin(), effect]).isOpaque)
    #expect(EffectStack([SmoothSkin(), ReplaceBackground(color: .clear, strength: 0)]).isOpaque)
    let subject = subject()
    let result = try Renderer().render(
      effect.image(of: subject), in: PixelRect(size), as: .rgba8, alphaType: .straight)
    func alpha(_ x: Int) -> UInt8 { result.bytes[16 * result.rowBytes + 4 * x + 3] }
    #expect(alpha(4) == 255 && alpha(44) == 0)
    // Half-covered pixels have the person's colour, not a mixture with the old blue.
    for x in 20..<28 where alpha(x) > 8 { #expect(isNear(pixel(result, x, 16), [200, 120, 80], 12), "\(x)") }
  }

  @Test func `a blurred background contains no colour of the person`() throws {
    let result = try render(BlurBackground(radius: 5).image(of: subject()))
    #expect(isNear(pixel(result, 4, 16), [200, 120, 80]))
    for x in [26, 30, 40] { #expect(isNear(pixel(result, x, 16), [20, 60, 200], 6), "\(x): \(pixel(result, x, 16))") }
  }

  @Test(arguments: Orientation.allCases)
  func `a picture for the background is upright`(orientation: Orientation) throws {
    // Upright: red above, white below.
    let upright = orientation.apply(to: size)
    var bytes: [UInt8] = []
    for y in 0..<upright.height {
      for _ in 0..<upright.width { bytes += y < upright.height / 2 ? [255, 0, 0, 255] : [255, 255, 255, 255] }
    }
    let picture = EffectValue.Picture(
      image: Image(PixelBuffer(size: upright, format: .rgba8, bytes: bytes)), size: upright)
    let image = ReplaceBackground(picture: picture).image(of: subject(orientation: orientation))
    // The person covers the left half as stored; the corners of the other half are compared.
    let result = try render(image)
    for (x, y) in [(46, 1), (46, 30), (30, 1), (30, 30)] {
      let seen = orientation.apply(
        to: NormalizedPoint(x: (Double(x) + 0.5) / Double(size.width), y: (Double(y) + 0.5) / Double(size.height)))
      let expected = seen.y < 0.5 ? [255, 0, 0] : [255, 255, 255]
      if abs(seen.y - 0.5) > 0.1 { #expect(isNear(pixel(result, x, y), expected), "\(x), \(y)") }
    }
  }

  /// Red, green over blue, white: a quarter of the picture each.
  private func quarters(_ size: PixelSize) -> EffectValue.Picture {
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (right, below) = (x >= size.width / 2, y >= size.height / 2)
        bytes +=
          below ? (right ? [255, 255, 255, 255] : [0, 0, 255, 255]) : right ? [0, 255, 0, 255] : [255, 0, 0, 255]
      }
    }
    return EffectValue.Picture(image: Image(PixelBuffer(size: size, format: .rgba8, bytes: bytes)), size: size)
  }

  @Test func `a picture covers, is contained, is stretched or is repeated`() throws {
    // The frame is 48x32, the person covers the left half; the pixels are in the right half.
    let gray = Color(red: 0.5, green: 0.5, blue: 0.5)
    func result(_ fit: Fit, _ size: PixelSize) throws -> PixelBuffer {
      try render(ReplaceBackground(color: gray, picture: quarters(size), fit: fit).image(of: subject()))
    }
    // As wide as the frame and twice as high: its centre is seen.
    let cover = try result(.cover, PixelSize(width: 48, height: 64))
    #expect(isNear(pixel(cover, 40, 6), [0, 255, 0], 3) && isNear(pixel(cover, 40, 26), [255, 255, 255], 3))
    // As high as the frame and 16 wide, in the centre: columns 16 to 32.
    let contain = try result(.contain, PixelSize(width: 32, height: 64))
    #expect(isNear(pixel(contain, 30, 4), [0, 255, 0], 3) && isNear(pixel(contain, 29, 28), [255, 255, 255], 3))
    #expect(isNear(pixel(contain, 44, 16), [128, 128, 128], 3))
    let stretch = try result(.stretch, PixelSize(width: 20, height: 100))
    #expect(isNear(pixel(stretch, 45, 4), [0, 255, 0], 3) && isNear(pixel(stretch, 45, 28), [255, 255, 255], 3))
    // Fields of 3x2 pixels.
    let tile = try result(.tile, PixelSize(width: 6, height: 4))
    #expect(isNear(pixel(tile, 42, 12), [255, 0, 0]) && isNear(pixel(tile, 45, 12), [0, 255, 0]))
    #expect(isNear(pixel(tile, 42, 14), [0, 0, 255]) && isNear(pixel(tile, 45, 31), [255, 255, 255]))
  }

  @Test func `a gradient goes from one colour to the other along its angle`() throws {
    func result(_ angle: Angle) throws -> PixelBuffer {
      try render(ReplaceBackground(color: .black, color2: .white, angle: angle).image(of: subject()))
    }
    let (down, right) = (try result(.degrees(90)), try result(.zero))
    #expect(pixel(down, 44, 1)[0] < 70 && pixel(down, 44, 30)[0] > 235)
    #expect(pixel(down, 44, 16) == pixel(down, 34, 16))
    #expect(pixel(right, 30, 16)[0] < pixel(right, 46, 16)[0] && pixel(right, 40, 2) == pixel(right, 40, 29))
  }

  @Test func `a new background at half strength mixes with the old one`() throws {
    let result = try render(ReplaceBackground(color: .black, strength: 0.5).image(of: subject()))
    let blue = pixel(result, 44, 16)[2]
    #expect(blue > 120 && blue < 180, "\(blue)")
    #expect(isNear(pixel(result, 4, 16), [200, 120, 80]))
  }

  @Test func `a mono background has no colour, and the person keeps theirs`() throws {
    let result = try render(MonoBackground().image(of: subject()))
    let gray = pixel(result, 44, 16)
    #expect(abs(gray[0] - gray[2]) <= 1 && isNear(pixel(result, 4, 16), [200, 120, 80]))
  }

  @Test func `on stage everything but the person is black, and the person is darker away from the face`() throws {
    var lit = subject()
    lit.faces = [SyntheticFace.face(at: NormalizedPoint(x: 0.2, y: 0.2), width: 6, in: size)]
    let result = try render(StageLight().image(of: lit))
    #expect(isNear(pixel(result, 44, 16), [0, 0, 0], 3))
    #expect(isNear(pixel(result, 9, 6), [200, 120, 80], 4))
    #expect(pixel(result, 9, 30)[0] < 150)
    let mono = pixel(try render(StageLight(style: .mono).image(of: lit)), 9, 6)
    #expect(abs(mono[0] - mono[2]) <= 1)
  }

  @Test func `the spotlight falls off from the chin to the chest`() throws {
    // A picture with only a face, 80 high, of one colour.
    let size = PixelSize(width: 240, height: 240)
    let gray = Image.color(Color(red: 0.8, green: 0.8, blue: 0.8)).cropped(to: PixelRect(size))
    let face = SyntheticFace.face(at: NormalizedPoint(x: 0.5, y: 0.25), width: 80 / 1.36, in: size)
    let all = Matte(
      kind: .portrait,
      pixels: PixelBuffer(
        size: size.half, format: .l8, colorSpace: .linearGray, bytes: [UInt8](repeating: 255, count: size.half.area)),
      coordinateSpace: .stored)
    let subject = EffectSubject(image: gray, size: size, mattes: [all], faces: [face])
    let result = try Renderer().render(StageLight(falloff: 1).image(of: subject), in: PixelRect(size), as: .rgba8)
    let (middle, chin, chest) = (pixel(result, 120, 60)[0], pixel(result, 120, 98)[0], pixel(result, 120, 160)[0])
    #expect(middle > 202 && chin > 185 && chest < 125, "\(middle) \(chin) \(chest)")
  }
}
