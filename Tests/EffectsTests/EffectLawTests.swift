import FilterGraph
import Imaging
import Kernels
import Support
import Testing

@testable import Effects

/// Laws that hold for every effect.
@Suite struct EffectLawTests {
  static let names = EffectRegistry.all.map { $0.name }

  private static let pictures: [PixelBuffer] = [
    SyntheticSubject.picture(), SyntheticSubject.picture(.rgba16),
    SyntheticSubject.picture(.rgbaFloat, brightness: 6), SyntheticSubject.picture(alpha: .straight),
  ]

  @Test(arguments: names)
  func `without mattes and faces the picture stays exactly as it is`(name: String) throws {
    let type = try EffectRegistry.effect(named: name)
    let picture = SyntheticSubject.picture()
    let subject = EffectSubject(image: Image(picture), size: picture.size)
    let effect = type.init(settings: EffectSettings())
    #expect(!effect.isApplicable(to: subject))
    let isSame = try SyntheticSubject.result(of: effect, on: subject, like: picture) == picture
    #expect(isSame)
  }

  @Test(arguments: names)
  func `strength 0 returns the picture exactly, in any format`(name: String) throws {
    let type = try EffectRegistry.effect(named: name)
    let none = type.init(settings: try EffectSettings(["strength": .number(0)], for: type))
    for picture in Self.pictures {
      let subject = SyntheticSubject.subject(picture)
      #expect(none.image(of: subject) == subject.image)
      // Premultiplied colours lose the colour of wholly transparent pixels.
      guard picture.alphaType == .opaque else { continue }
      let isSame = try SyntheticSubject.result(of: none, on: subject, like: picture) == picture
      #expect(isSame, "\(picture.format) \(picture.alphaType)")
    }
  }

  @Test(arguments: names)
  func `its parameters have distinct names and defaults within their ranges`(name: String) throws {
    let type = try EffectRegistry.effect(named: name)
    #expect(Set(type.parameters.map(\.name)).count == type.parameters.count)
    #expect(!type.summary.isEmpty && type.summary.hasSuffix("."))
    #expect(type.requirement != .anyMatte || !type.mattes.isEmpty)
    #expect(type.parameters.contains { $0.name == "strength" })
    for parameter in type.parameters {
      #expect(parameter.summary.hasSuffix("."), "\(parameter.name)")
      guard case .number(let number) = parameter else { continue }
      #expect(number.range.contains(number.defaultValue))
      let settings = try EffectSettings([number.name: .number(number.range.upperBound)], for: type)
      #expect(settings[number] == number.range.upperBound)
      #expect(throws: EffectError.self) {
        try EffectSettings([number.name: .number(number.range.upperBound + 1)], for: type)
      }
    }
  }

  @Test(arguments: names)
  func `the picture changes through its mattes or faces`(name: String) throws {
    let type = try EffectRegistry.effect(named: name)
    let picture = SyntheticSubject.picture()
    let subject = SyntheticSubject.subject(picture)
    let changed = try SyntheticSubject.result(of: SyntheticSubject.strongest(type), on: subject, like: picture)
    let count = zip(changed.bytes, picture.bytes).count { abs(Int($0) - Int($1)) > 2 }
    #expect(count > 40, "\(count) bytes")
  }

  /// Effects on a part of the person, which one matte marks.
  private static let partial = EffectRegistry.all
    .filter { $0.mattes.count == 1 && $0.mattes != [.portrait] }.map { $0.name }

  @Test(arguments: partial)
  func `outside the matte nothing changes`(name: String) throws {
    let type = try EffectRegistry.effect(named: name)
    let picture = SyntheticSubject.picture()
    let subject = SyntheticSubject.subject(picture)
    let changed = try SyntheticSubject.result(of: SyntheticSubject.strongest(type), on: subject, like: picture)
    let kind = try #require(type.mattes.first)
    let matte = try #require(subject.mattes[kind]).pixels
    var checked = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        // A pixel shows nothing of the matte if no sample round it does.
        let samples = (-1...1).flatMap { dy in (-1...1).map { dx in (x / 2 + dx, y / 2 + dy) } }
        let isOutside = samples.allSatisfy { sx, sy in
          sx < 0 || sy < 0 || sx >= matte.width || sy >= matte.height || matte.bytes[sy * matte.rowBytes + sx] == 0
        }
        guard isOutside else { continue }
        checked += 1
        let place = 4 * (y * picture.width + x)
        let isSame = changed.bytes[place..<place + 4] == picture.bytes[place..<place + 4]
        #expect(isSame, "\(x), \(y)")
      }
    }
    #expect(checked > 500)
  }

  /// A code may be in the alpha alone.
  @Test(arguments: names.filter { !["replace-background", "hide-codes"].contains($0) })
  func `alpha is unchanged`(name: String) throws {
    let type = try EffectRegistry.effect(named: name)
    for alpha in [AlphaType.opaque, .straight] {
      let picture = SyntheticSubject.picture(alpha: alpha)
      let changed = try SyntheticSubject.result(
        of: SyntheticSubject.strongest(type), on: SyntheticSubject.subject(picture), like: picture)
      let worst =
        stride(from: 3, to: picture.bytes.count, by: 4)
        .map { abs(Int(changed.bytes[$0]) - Int(picture.bytes[$0])) }.max() ?? 0
      #expect(worst <= 1, "\(alpha)")
    }
  }

  @Test(arguments: names)
  func `a picture that is stored rotated gives the same upright result`(name: String) throws {
    let type = try EffectRegistry.effect(named: name)
    let effect = try SyntheticSubject.strongest(type)
    // Smooth, because large averages use grids that do not rotate with the picture.
    let upright = Image(SyntheticSubject.picture()).clampedToExtent().applying(.gaussianBlur(radius: 3))
      .cropped(to: PixelRect(SyntheticSubject.size))
    let size = SyntheticSubject.size
    let mattes = SyntheticSubject.mattes(of: size)
    let plain = EffectSubject(
      image: upright, size: size, mattes: mattes, faces: [SyntheticSubject.face()],
      codes: [SyntheticSubject.code])
    let expected = try Renderer().render(effect.image(of: plain), in: PixelRect(size), as: .rgba8)
    for orientation in Orientation.allCases {
      let stored = orientation.inverse.apply(to: size)
      let turned = try mattes.map { matte in
        try Matte(
          kind: matte.kind,
          pixels: Renderer().render(
            Image(matte).oriented(orientation.inverse), in: PixelRect(orientation.inverse.apply(to: matte.pixels.size)),
            as: .l8, colorSpace: .linearGray), coordinateSpace: .stored)
      }
      let subject = EffectSubject(
        image: upright.oriented(orientation.inverse), size: stored, orientation: orientation, mattes: MatteSet(turned),
        faces: plain.faces, codes: plain.codes)
      let result = try Renderer().render(
        effect.image(of: subject).oriented(orientation), in: PixelRect(size), as: .rgba8)
      let differences = zip(result.bytes, expected.bytes).map { abs(Int($0) - Int($1)) }
      let mean = Double(differences.reduce(0, +)) / Double(differences.count)
      #expect(mean < 1.5, "\(orientation): \(mean)")
    }
  }

  @Test(arguments: names)
  func `mattes that lie upright give the same result as stored ones`(name: String) throws {
    let effect = try SyntheticSubject.strongest(EffectRegistry.effect(named: name))
    let picture = SyntheticSubject.picture()
    for orientation in [Orientation.up, .right, .downMirrored] {
      let stored = EffectSubject(
        image: Image(picture), size: picture.size, orientation: orientation,
        mattes: SyntheticSubject.mattes(of: picture.size), faces: [SyntheticSubject.face()],
        codes: [SyntheticSubject.code])
      let upright = stored.mattes.transformed(to: .upright, orientation: orientation)
      let given = EffectSubject(
        image: stored.image, size: stored.size, orientation: orientation, mattes: upright, faces: stored.faces,
        codes: stored.codes)
      var changed = given
      changed.mattes = upright
      #expect(given.mattes == stored.mattes && changed.mattes == stored.mattes)
      let expected = try SyntheticSubject.result(of: effect, on: stored, like: picture)
      #expect(try SyntheticSubject.result(of: effect, on: given, like: picture) == expected, "\(orientation)")
    }
  }

  @Test func `light above white is kept where an effect does not change it`() throws {
    let picture = SyntheticSubject.picture(.rgbaFloat, brightness: 6)
    let subject = SyntheticSubject.subject(picture)
    func brightest(_ buffer: PixelBuffer) -> Float {
      buffer.withUnsafeBytes { $0.bindMemory(to: Float.self).max() ?? 0 }
    }
    for effect in [MonoBackground(), BlurBackground(), StageLight(falloff: 0), ReplaceBackground()] as [any Effect] {
      // The person is in the centre; in noise the brightest of its pixels is near 6.
      let result = try SyntheticSubject.result(of: effect, on: subject, like: picture)
      #expect(brightest(result) > 4.5, "\(type(of: effect).name)")
    }
  }

  @Test func `an unknown name or setting is an error that names similar ones`() throws {
    #expect(throws: EffectError.unknownEffect("hair-colour", nearest: ["hair-color"], known: Self.names)) {
      try EffectRegistry.effect(named: "hair-colour")
    }
    let error = #expect(throws: EffectError.self) { try EffectSettings(["colour": .number(1)], for: HairColor.self) }
    #expect(error?.description.contains("did you mean color?") == true, "\(String(describing: error))")
    #expect(throws: EffectError.self) { try EffectSettings(["color": .number(1)], for: HairColor.self) }
    #expect(throws: EffectError.self) { try EffectSettings(["fit": .choice("fill")], for: ReplaceBackground.self) }
  }

  @Test func `the short forms set what the initializers set`() {
    let (shift, faces) = (Point(x: 0.5, y: -0.25), FaceSelection.only([1]))
    let pairs: [(any Effect, any Effect)] = [
      (
        .hideFaces(by: .fill, color: .white, margin: 2, strength: 0.5, onlyFaces: faces),
        HideFaces(method: .fill, color: .white, margin: 2, strength: 0.5, onlyFaces: faces)
      ),
      (.hideFaces(), HideFaces()),
      (
        .hideCodes(by: .blur, color: .white, margin: 2, strength: 0.5),
        HideCodes(method: .blur, color: .white, margin: 2, strength: 0.5)
      ),
      (.hideCodes(), HideCodes()),
      (
        .sticker(.nose, at: .forehead, size: 2, shift: shift, strength: 0.5, onlyFaces: faces),
        Sticker(shape: .nose, anchor: .forehead, size: 2, shift: shift, strength: 0.5, onlyFaces: faces)
      ),
      (.sticker(.moustache), Sticker()),
    ]
    for (short, long) in pairs { #expect(String(reflecting: short) == String(reflecting: long)) }
  }

  @Test func `effects follow each other in a stack`() throws {
    let picture = SyntheticSubject.picture()
    let subject = SyntheticSubject.subject(picture)
    let stack = EffectStack([ClownMakeup(), HairColor()])
    #expect(stack.name == "clown-makeup+hair-color" && stack.mattes == [.skin, .hair])
    let one = try Renderer().render(stack.image(of: subject), in: PixelRect(picture.size), as: .rgba8)
    let other = try Renderer().render(
      subject.applying(.clownMakeup()).applying(.hairColor()).image, in: PixelRect(picture.size), as: .rgba8)
    let isSame = one == other
    #expect(isSame)
    #expect(stack.maximumFaces == 0 && EffectStack([ClownMakeup(), HideFaces()]).maximumFaces >= 1000)
    #expect(stack.inapplicable(to: EffectSubject(image: subject.image, size: subject.size)).count == 2)
  }
}
