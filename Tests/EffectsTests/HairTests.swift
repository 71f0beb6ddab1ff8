import FilterGraph
import Imaging
import Testing

@testable import Effects

/// Effects on hair, on patches with a known result.
@Suite struct HairTests {
  private let size = PixelSize(width: 160, height: 80)

  /// Of linear light, given for each column.
  private func picture(_ value: (Int) -> SIMD3<Float>) -> PixelBuffer {
    let row = (0..<size.width).flatMap { x -> [Float] in
      let color = value(x)
      return [color.x, color.y, color.z, 1]
    }
    let all = Array(repeating: row, count: size.height).flatMap { $0 }
    return PixelBuffer(
      size: size, format: .rgbaFloat, colorSpace: .extendedLinearSRGB, bytes: all.withUnsafeBytes { Array($0) })
  }

  private func matte(_ value: (Int) -> Double) -> Matte {
    let half = size.half
    let bytes = (0..<half.area).map { UInt8(value(2 * ($0 % half.width)) * 255) }
    return Matte(
      kind: .hair, pixels: PixelBuffer(size: half, format: .l8, colorSpace: .linearGray, bytes: bytes),
      coordinateSpace: .stored)
  }

  /// The linear light of the middle row after an effect.
  private func render(
    _ effect: any Effect, _ picture: PixelBuffer, _ matte: Matte, hasFace: Bool = true
  ) throws -> (Int) -> SIMD3<Float> {
    let face = SyntheticFace.face(at: NormalizedPoint(x: 0.5, y: 0.5), width: 120, in: size, hasMesh: false)
    let subject = EffectSubject(image: Image(picture), size: size, mattes: [matte], faces: hasFace ? [face] : [])
    let result = try SyntheticSubject.result(of: effect, on: subject, like: picture)
    return { x in
      result.withUnsafeBytes { bytes in
        let start = (result.rowBytes * 40 + 16 * x) / 4
        let floats = bytes.bindMemory(to: Float.self)
        return SIMD3(floats[start], floats[start + 1], floats[start + 2])
      }
    }
  }

  private func light(_ color: SIMD3<Float>) -> Float { Luminance.of(color.x, color.y, color.z) }

  private let black = SIMD3<Float>(0.012, 0.01, 0.009)
  private let brown = SIMD3<Float>(0.06, 0.03, 0.015)
  private let skin = SIMD3<Float>(0.6, 0.4, 0.3)

  /// Brown hair with a strand of twice its brightness in every eighth column.
  private func strands(_ x: Int) -> SIMD3<Float> { x % 8 == 4 ? brown * 2 : brown }

  /// Brown hair in the left half that thins out over ten columns before skin, and a matte that does so over twenty.
  private var hairline: (PixelBuffer, Matte) {
    (
      picture { x in
        let hair = ((80 - Float(x)) / 10).clamped(to: 0...1)
        return strands(x) * hair + skin * (1 - hair)
      },
      matte { ((90 - Double($0)) / 20).clamped(to: 0...1) }
    )
  }

  @Test(arguments: [Color.black, Color(red: 0.5, green: 0.5, blue: 0.5), Color(red: 0.13, green: 0.25, blue: 1)])
  func `a lamp removes no light, whatever its colour`(color: Color) throws {
    let hair = picture(strands)
    let result = try render(HairLight(strength: 1, color: color, spread: 1), hair, matte { _ in 1 })
    for x in 20..<140 {
      let (before, after) = (strands(x), result(x))
      #expect((after - before).min() > -1e-4, "\(x): \(after)")
      if color == .black { #expect((after - before).max() < 1e-4, "\(x): \(after)") }
    }
    if color != .black { #expect(light(result(60)) > 1.1 * light(strands(60))) }
  }

  @Test func `a white lamp gives strands that shine three times their light`() throws {
    let result = try render(HairLight(strength: 1, color: .white), picture(strands), matte { _ in 1 })
    #expect(abs(result(60).x / (2 * brown.x) - 3.03) < 0.3, "\(result(60))")
  }

  @Test func `skin under the hairline does not glow`() throws {
    let (colors, matte) = hairline
    let result = try render(HairLight(strength: 1, color: Color(red: 1, green: 0.25, blue: 0.13)), colors, matte)
    for x in 72..<92 { #expect(result(x).x < 1.12 * skin.x, "\(x): \(result(x))") }
    #expect(result(52).x > 1.5 * strands(52).x)
  }

  @Test func `the lamp does not colour a gray photo unless its colour was chosen`() throws {
    let gray = picture { SIMD3(repeating: self.light(self.strands($0))) }
    func blueness(_ color: Color) throws -> Float {
      let result = try render(HairLight(color: color), gray, matte { _ in 1 })(60)
      return abs(result.x - result.z) / result.x
    }
    #expect(try blueness(HairLight.color.defaultValue) < 0.002)
    #expect(try blueness(Color(red: 1, green: 0.9, blue: 0.8)) > 0.05)
  }

  @Test func `dark and light hair take the colour of the dye, not half of it or twice`() throws {
    let dye = Color(red: 0.6, green: 0.13, blue: 0.26)
    for (scale, low, high) in [(1, 0.4, 0.9), (16, 1.1, 1.8)] as [(Float, Float, Float)] {
      let hair = picture { _ in self.brown * scale }
      let result = try render(HairColor(color: dye, strength: 1), hair, matte { _ in 1 })(80)
      let times = result.x / dye.linear.red
      #expect(times > low && times < high, "\(scale): \(times)")
    }
  }

  @Test(arguments: [Color.white, Color(red: 0.91, green: 0.82, blue: 0.6)])
  func `strands are visible in a light dye on light hair, and none is clipped`(dye: Color) throws {
    let hair = picture { x in SIMD3(0.75, 0.65, 0.5) * (x % 8 == 4 ? 1.3 : 0.9) }
    let result = try render(HairColor(color: dye, strength: 1), hair, matte { _ in 1 })
    #expect(result(60).max() < 0.99 && light(result(60)) > 1.1 * light(result(56)), "\(result(56)) \(result(60))")
  }

  @Test func `a light dye makes no bright rim of the skin at the hairline`() throws {
    let (colors, matte) = hairline
    let result = try render(HairColor(color: Color(red: 0.91, green: 0.82, blue: 0.6), strength: 1), colors, matte)
    for x in 72..<92 { #expect(light(result(x)) < 1.45 * light(skin), "\(x): \(result(x))") }
  }

  @Test func `white hair takes the dye without turning pink`() throws {
    let hair = picture { _ in SIMD3(0.62, 0.6, 0.55) }
    let result = try render(HairColor(), hair, matte { _ in 1 })(80)
    let dye = HairColor.color.defaultValue.linear
    // As saturated as the dye nearly, and not much lighter.
    #expect(result.y < 0.12 * result.x && result.z < 0.3 * result.x, "\(result)")
    #expect(result.x < 1.6 * dye.red, "\(result)")
  }

  @Test func `bright hair at the hairline is no pale band in a light dye`() throws {
    // Thin hair, through which skin is visible, beside black hair.
    let colors = picture { x in x < 70 ? SIMD3(repeating: 0.012) : x < 90 ? SIMD3(0.09, 0.06, 0.045) : self.skin }
    let result = try render(
      HairColor(color: Color(red: 0.96, green: 0.9, blue: 0.78), strength: 1), colors,
      matte { $0 < 76 ? 1 : $0 < 90 ? 0.9 : 0 })
    let hair = light(result(40))
    // Six times the light of the hair beside it; the matte becomes uncertain at 76.
    for x in 70..<88 {
      let most: Float = x < 76 ? 2.5 : 1.7
      #expect(light(result(x)) < most * hair, "\(x): \(result(x)) \(hair)")
    }
  }

  @Test func `hair dyed black has strands and is not a hole`() throws {
    let result = try render(HairColor(color: .black, strength: 1), picture(strands), matte { _ in 1 })
    let (strand, hair) = (light(result(60)), light(result(57)))
    #expect(hair > 0.002 && hair < 0.02 && strand > 1.5 * hair, "\(hair) \(strand)")
  }

  @Test(arguments: [Color(red: 0.89, green: 0.76, blue: 0.48), Color(red: 0.95, green: 0.71, blue: 0.78)])
  func `a light dye on black hair is light, and its shade is warmer and not dull`(dye: Color) throws {
    let result = try render(
      HairColor(color: dye, strength: 1), picture { _ in SIMD3(0.012, 0.01, 0.009) }, matte { _ in 1 })(80)
    let (red, green, blue) = dye.linear
    #expect(light(result) > 0.5 * light(SIMD3(red, green, blue)), "\(result)")
    // Denser, as shaded blond is: of what the dye takes most even more is taken.
    #expect(result.y / result.x < 0.93 * green / red, "\(result)")
  }

  @Test(arguments: [Color(red: 0.89, green: 0.76, blue: 0.48), Color(red: 0.95, green: 0.71, blue: 0.78)])
  func `locks and strands of black hair are seen in a light dye`(dye: Color) throws {
    // Locks of sixteen columns, every other of four times the light, with a strand of twice that in every eighth
    // column.
    func brightness(_ x: Int) -> Float {
      let lock: Float = x / 16 % 2 == 1 ? 3 : 0.7
      return x % 8 == 4 ? 2 * lock : lock
    }
    let hair = picture { self.black * brightness($0) }
    let result = try render(HairColor(color: dye, strength: 1), hair, matte { _ in 1 })
    let (lock, gap) = (light(result(88)), light(result(72)))
    #expect(lock > 2.4 * gap, "\(lock) \(gap)")
    #expect(light(result(92)) > 1.2 * lock && light(result(76)) > 1.5 * gap, "\(result(92)) \(result(76))")
    #expect((0..<160).allSatisfy { result($0).max() < 0.99 })
  }

  @Test func `strands are seen in a light dye up to the edge of black hair`() throws {
    let (strand, wall) = (black * 2, SIMD3<Float>(repeating: 0.6))
    let colors = picture { x in x >= 100 ? wall : x % 8 == 4 ? strand : self.black }
    let dye = Color(red: 0.89, green: 0.76, blue: 0.48)
    let result = try render(HairColor(color: dye, strength: 1), colors, matte { $0 < 100 ? 1 : 0 })
    for x in [52, 84, 92] {
      let (bright, dark) = (light(result(x)), light(result(x - 3)))
      #expect(bright > 1.5 * dark, "\(x): \(bright) \(dark)")
    }
  }

  @Test func `a gray wall as bright as the shine of brown hair is not dyed`() throws {
    let (wall, strands) = (SIMD3<Float>(repeating: 0.2), [0.4, 0.8, 1.4] as [Float])
    func color(_ x: Int) -> SIMD3<Float> {
      x >= 100 || (92..<96).contains(x) ? wall : SIMD3<Float>(0.3, 0.18, 0.08) * strands[x / 2 % 3]
    }
    let result = try render(
      HairColor(color: Color(red: 0.1, green: 0.3, blue: 0.9), strength: 1), picture(color), matte { $0 < 100 ? 1 : 0 })
    for x in 93..<95 {
      let change = result(x) - wall
      #expect(change.max() < 0.05 && change.min() > -0.05, "\(x): \(result(x))")
    }
    for x in [60, 88, 90, 97] { #expect(result(x).z > 4 * result(x).x, "\(x): \(result(x))") }
  }

  @Test func `no black rim stays around dyed hair in front of a wall`() throws {
    // The matte falls from 72 on, the hair ends at 90.
    let wall = SIMD3<Float>(repeating: 0.6)
    let colors = picture { $0 < 90 ? self.black : wall }
    let result = try render(
      HairColor(color: Color(red: 0.1, green: 0.3, blue: 0.9), strength: 1), colors,
      matte { ((92 - Double($0)) / 20).clamped(to: 0...1) })
    for x in [76, 80, 84, 87] { #expect(result(x).z > 0.6 * result(50).z, "\(x): \(result(x)) \(result(50))") }
    let (atEdge, outside) = (abs(result(91).x - 0.6), abs(result(94).x - 0.6))
    #expect(atEdge < 0.06 && outside < 0.001, "\(atEdge) \(outside)")
  }

  @Test func `a wall that is visible between curls is not dyed`() throws {
    let (hair, wall) = (SIMD3<Float>(0.012, 0.01, 0.009), SIMD3<Float>(0.6, 0.6, 0.6))
    func isWall(_ x: Int) -> Bool { x >= 100 || (94..<96).contains(x) }
    let result = try render(
      HairColor(color: Color(red: 0.1, green: 0.3, blue: 0.9), strength: 1), picture { isWall($0) ? wall : hair },
      matte { $0 < 100 ? 1 : 0 })
    #expect(abs(result(94).x - wall.x) < 0.02 && abs(result(95).z - wall.z) < 0.02, "\(result(94))")
    for x in [60, 88, 92] { #expect(result(x).z > 4 * result(x).x, "\(x): \(result(x))") }
  }

  @Test func `white strands beside skin are dyed where the hair is gray`() throws {
    // In columns of two: dark, gray and white.
    let colors = picture { x in x < 100 ? SIMD3(repeating: [0.1, 0.35, 0.75][x / 2 % 3]) : self.skin }
    let result = try render(
      HairColor(color: Color(red: 0.1, green: 0.3, blue: 0.9), strength: 1), colors, matte { $0 < 100 ? 1 : 0 })
    for x in 84..<97 { #expect(result(x).z > 2.5 * result(x).x, "\(x): \(result(x))") }
  }

  @Test func `blond hair does not glow in a dark photo`() throws {
    // Black hair beside skin, and the same with an eighth of the light.
    func dyed(_ exposure: Float) throws -> Float {
      let colors = picture { x in (x < 100 ? SIMD3(0.012, 0.01, 0.009) : self.skin * 1.4) * exposure }
      let result = try render(
        HairColor(color: Color(red: 0.89, green: 0.76, blue: 0.48), strength: 1), colors, matte { $0 < 100 ? 1 : 0 })
      return light(result(40))
    }
    let (bright, dark) = (try dyed(1), try dyed(0.125))
    #expect(bright > 0.25 && dark < 0.25 * bright, "\(bright) \(dark)")
  }

  @Test(arguments: [true, false])
  func `dyed hair fades to black with a movie`(hasFace: Bool) throws {
    func dyed(_ exposure: Float) throws -> Float {
      let colors = picture { x in (x < 100 ? SIMD3(0.012, 0.01, 0.009) : self.skin) * exposure }
      let result = try render(
        HairColor(color: Color(red: 0.18, green: 0.44, blue: 0.69), strength: 1), colors, matte { $0 < 100 ? 1 : 0 },
        hasFace: hasFace)
      return light(result(40))
    }
    let bright = try dyed(1)
    #expect(bright > 0.02, "\(bright)")
    var last = bright
    for exposure in [0.3, 0.1, 0.03, 0.01, 0.001, 0] as [Float] {
      let dark = try dyed(exposure)
      #expect(dark < last && dark <= max(3 * exposure * bright, 0.0003), "\(exposure): \(dark) of \(bright)")
      last = dark
    }
  }
}
