import FilterGraph
import Imaging
import Support
import Testing

@testable import Effects

/// What holds for every effect there is.
@Suite struct EffectLawsTests {
  static let names = EffectRegistry.all.map { $0.name }
  private let size = PixelSize(width: 40, height: 30)

  private func picture() -> PixelBuffer {
    var random = RepeatableRandomNumberGenerator(seed: 3)
    var bytes = (0..<size.area * 4).map { _ in UInt8.random(in: 30...225, using: &random) }
    for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = 255 }
    return PixelBuffer(size: size, format: .rgba8, bytes: bytes)
  }

  /// White in the left half.
  private func leftHalf(_ kind: MatteKind) -> Matte {
    let half = size.half
    let bytes = (0..<half.area).map { UInt8($0 % half.width < half.width / 2 ? 255 : 0) }
    return Matte(
      kind: kind, pixels: PixelBuffer(size: half, format: .l8, colorSpace: .linearGray, bytes: bytes), frame: .stored)
  }

  private func result(of effect: any Effect, mattes: MatteSet) throws -> PixelBuffer {
    let subject = EffectSubject(image: Image(picture()), size: size, mattes: mattes)
    return try Renderer().render(effect.image(of: subject), in: PixelRect(size), as: .rgba8)
  }

  @Test(arguments: names)
  func `without mattes the picture stays exactly as it is`(name: String) throws {
    let type = try EffectRegistry.effect(named: name)
    #expect(try result(of: type.init(settings: EffectSettings()), mattes: []) == picture())
  }

  @Test(arguments: names)
  func `its parameters have names of their own and defaults within their ranges`(name: String) throws {
    let type = try EffectRegistry.effect(named: name)
    #expect(Set(type.parameters.map(\.name)).count == type.parameters.count)
    #expect(!type.mattes.isEmpty && !type.summary.isEmpty)
    for case .number(let number) in type.parameters {
      #expect(number.range.contains(number.defaultValue))
      let settings = try EffectSettings([number.name: .number(number.range.upperBound)], for: type)
      #expect(settings[number] == number.range.upperBound)
      #expect(throws: EffectError.self) {
        try EffectSettings([number.name: .number(number.range.upperBound + 1)], for: type)
      }
    }
  }

  @Test(arguments: names)
  func `the picture changes through its matte`(name: String) throws {
    let type = try EffectRegistry.effect(named: name)
    var strongest: [String: EffectValue] = [:]
    for case .number(let number) in type.parameters { strongest[number.name] = .number(number.range.upperBound) }
    let effect = try type.init(settings: EffectSettings(strongest, for: type))
    #expect(try result(of: effect, mattes: MatteSet(type.mattes.map(leftHalf))) != picture())
  }

  @Test(arguments: ["clown-makeup", "hair-color", "whiten-teeth"])
  func `outside the matte nothing changes`(name: String) throws {
    let type = try EffectRegistry.effect(named: name)
    let changed = try result(of: type.init(settings: EffectSettings()), mattes: MatteSet(type.mattes.map(leftHalf)))
    let original = picture()
    for y in 0..<size.height {
      // The matte's edge is between columns 19 and 20; it is soft over a column at either side.
      for index in (y * size.width + 22) * 4..<(y + 1) * size.width * 4 {
        #expect(changed.bytes[index] == original.bytes[index])
      }
    }
  }

  @Test(arguments: ["clown-makeup", "hair-color", "whiten-teeth"])
  func `strength 0 gives the picture back exactly`(name: String) throws {
    let type = try EffectRegistry.effect(named: name)
    let none = try type.init(settings: EffectSettings(["strength": .number(0)], for: type))
    #expect(try result(of: none, mattes: MatteSet(type.mattes.map(leftHalf))) == picture())
  }

  @Test func `an unknown name or setting is an error that lists what there is`() throws {
    #expect(throws: EffectError.unknownEffect("clown", known: Self.names)) { try EffectRegistry.effect(named: "clown") }
    #expect(throws: EffectError.self) { try EffectSettings(["hue": .number(1)], for: HairColor.self) }
    #expect(throws: EffectError.self) { try EffectSettings(["color": .number(1)], for: HairColor.self) }
  }
}
