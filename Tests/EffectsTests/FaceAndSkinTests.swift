import FilterGraph
import Glibc
import Imaging
import Testing

@testable import Effects

/// What effects do to skin, teeth and lips, seen on patches whose right answer is known.
@Suite struct FaceAndSkinTests {
  private let patches = Patches()

  /// How strong a wave along x is in the centre row.
  private func amplitude(_ pixel: (Int, Int) -> SIMD3<Double>, period: Double) -> Double {
    var (c, s) = (0.0, 0.0)
    for x in 20..<140 {
      let angle = 2 * .pi * Double(x) / period
      c += pixel(x, 60).y * cos(angle)
      s += pixel(x, 60).y * sin(angle)
    }
    return hypot(c, s) / 60
  }

  @Test func `smoothing removes blotches and keeps pores and shading`() throws {
    let face = patches.face
    // A fine wave, a blotchy one, and a shade over all of the face.
    let skin = patches.picture { x, _ in
      let wave = 0.02 * cos(2 * .pi * Double(x) / 3) + 0.02 * cos(2 * .pi * Double(x) / 10)
      return SIMD3(0.7, 0.55, 0.5) + wave + 0.1 * cos(2 * .pi * Double(x) / 120)
    }
    let original = try patches.render(SmoothSkin(strength: 0), skin, [])
    let result = try patches.render(SmoothSkin(strength: 1, texture: 1), skin, [patches.full(.skin)], [face])
    #expect(amplitude(result, period: 3) > 0.85 * amplitude(original, period: 3))
    #expect(amplitude(result, period: 10) < 0.5 * amplitude(original, period: 10))
    #expect(amplitude(result, period: 120) > 0.9 * amplitude(original, period: 120))
  }

  @Test func `an edge in the skin stays sharp, and colours beside the skin do not bleed in`() throws {
    let face = patches.face
    let mattes: MatteSet = [patches.full(.skin) { x, _ in x >= 60 }]
    // Black hair, lit skin, shaded skin.
    let colors = patches.picture { x, _ in
      x < 60 ? SIMD3(repeating: 0.02) : x < 110 ? SIMD3(0.8, 0.62, 0.55) : SIMD3(0.5, 0.36, 0.3)
    }
    let result = try patches.render(SmoothSkin(strength: 1), colors, mattes, [face])
    for x in 64..<160 where abs(x - 110) > 2 {
      let wanted = x < 110 ? 0.62 : 0.36
      #expect(abs(result(x, 60).y - wanted) < 0.02, "\(x): \(result(x, 60))")
    }
  }

  @Test func `an even tone has less red and the same luminance`() throws {
    let colors = patches.picture { x, _ in (20..<50).contains(x) ? SIMD3(0.78, 0.5, 0.45) : SIMD3(0.7, 0.56, 0.48) }
    let face = patches.face
    let result = try patches.render(EvenTone(strength: 0.8), colors, [patches.full(.skin)], [face])
    func redness(_ c: SIMD3<Double>) -> Double { c.x - c.y }
    func luma(_ c: SIMD3<Double>) -> Double { 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z }
    #expect(redness(result(35, 60)) < 0.22 && redness(result(130, 60)) > 0.12)
    #expect(abs(luma(result(35, 60)) - luma(SIMD3(0.78, 0.5, 0.45))) < 0.02)
  }

  @Test func `teeth lose their yellow, never turn blue, and gums stay`() throws {
    let colors = patches.picture { x, _ in
      x < 50 ? SIMD3(0.8, 0.74, 0.58) : x < 100 ? SIMD3(0.68, 0.7, 0.74) : SIMD3(0.75, 0.4, 0.4)
    }
    let result = try patches.render(WhitenTeeth(strength: 1), colors, [patches.full(.teeth)])
    let (yellow, cool, gum) = (result(20, 60), result(75, 60), result(140, 60))
    #expect(yellow.x - yellow.z < 0.08 && yellow.x >= yellow.z && yellow.y > 0.74, "\(yellow)")
    #expect(cool.z - cool.x <= 0.06 && cool.z - cool.x >= 0, "\(cool)")
    #expect(abs(gum.x - 0.75) < 0.01 && abs(gum.y - 0.4) < 0.01, "\(gum)")
  }

  @Test func `lipstick is on the lips and not on teeth, in the mouth, or on the cheeks`() throws {
    let face = SyntheticFace.face(at: NormalizedPoint(x: 0.5, y: 0.4), width: 100, in: patches.size)
    let colors = patches.picture { _, _ in SIMD3(0.7, 0.5, 0.5) }
    let result = try patches.render(
      Lipstick(color: Color(red: 0.2, green: 0.1, blue: 0.8), strength: 1), colors, [], [face])
    // The centre of the mouth is 33 pixels below the centre of the face, its opening 5 to each side, the lips 11.
    let middle = 48 + 33
    #expect(result(80, middle + 8).z > result(80, middle + 8).x, "\(result(80, middle + 8))")
    for (x, y) in [(80, middle), (80, middle + 16), (40, 60), (80, 40)] {
      #expect(abs(result(x, y).x - 0.7) < 0.02, "\(x), \(y): \(result(x, y))")
    }
    let teeth: MatteSet = [patches.full(.teeth)]
    #expect(abs(try patches.render(Lipstick(strength: 1), colors, teeth, [face])(80, middle + 8).x - 0.7) < 0.02)
  }

  @Test func `lipstick is not on skin that the mesh takes for lips, nor on the wall beside a profile`() throws {
    let face = SyntheticFace.face(at: NormalizedPoint(x: 0.5, y: 0.4), width: 100, in: patches.size)
    // The mesh's lower lip goes down to 92; this one ends at 88, and the face at the column 90.
    let (lip, skin) = (SIMD3(0.7, 0.35, 0.35), SIMD3(0.78, 0.6, 0.5))
    let colors = patches.picture { _, y in (74..<88).contains(y) ? lip : skin }
    let mattes: MatteSet = [
      patches.full(.skin) { _, y in y < 70 || y > 94 }, patches.full(.portrait) { x, _ in x < 90 },
    ]
    let dye = Color(red: 0.2, green: 0.1, blue: 0.8)
    let result = try patches.render(Lipstick(color: dye, strength: 1), colors, mattes, [face])
    let (onLip, onSkin, onWall) = (result(78, 86), result(78, 90), result(94, 86))
    #expect(onLip.z > onLip.x, "\(onLip)")
    #expect(onSkin.x > onSkin.z && onSkin.x > 0.7, "\(onSkin)")
    #expect(abs(onWall.x - lip.x) < 0.01 && abs(onWall.z - lip.z) < 0.01, "\(onWall)")
  }

  @Test func `blush is redder on both cheeks and nowhere else, and not on a cheek that is hidden`() throws {
    let colors = patches.picture { _, _ in SIMD3(0.75, 0.6, 0.55) }
    func redness(_ yaw: Double) throws -> (left: Double, right: Double, chin: Double) {
      let face = SyntheticFace.face(
        at: NormalizedPoint(x: 0.5, y: 0.5), width: 100, in: patches.size, yaw: Angle(degrees: yaw))
      let result = try patches.render(Blush(strength: 1), colors, [patches.full(.skin)], [face])
      func red(_ x: ClosedRange<Int>) -> Double {
        x.map { x in (55...75).map { result(x, $0).x - result(x, $0).y }.max() ?? 0 }.max() ?? 0
      }
      return (red(20...60), red(100...140), result(80, 110).x - result(80, 110).y)
    }
    let ahead = try redness(0)
    #expect(ahead.left > 0.2 && ahead.right > 0.2 && abs(ahead.chin - 0.15) < 0.02, "\(ahead)")
    // Turned to the viewer's left the cheek on that side is hidden.
    let aside = try redness(75)
    #expect(aside.left < 0.17, "\(aside)")
  }

  @Test func `dyed roots stay natural about the crown`() throws {
    let face = SyntheticFace.face(at: NormalizedPoint(x: 0.5, y: 0.4), width: 40, in: patches.size)
    let colors = patches.picture { _, _ in SIMD3(0.4, 0.3, 0.2) }
    let blue = Color(red: 0.1, green: 0.2, blue: 0.9)
    let grown = try patches.render(HairColor(color: blue, strength: 1, roots: 1), colors, [patches.full(.hair)], [face])
    let whole = try patches.render(HairColor(color: blue, strength: 1), colors, [patches.full(.hair)], [face])
    #expect(abs(grown(80, 12).x - 0.4) < 0.02 && grown(80, 112).z > 0.5, "\(grown(80, 12)) \(grown(80, 112))")
    #expect(whole(80, 12).z > 0.5)
  }

  @Test(arguments: [true, false]) func `roots of a profile are at the crown, behind the face`(hasMesh: Bool) throws {
    let colors = patches.picture { _, _ in SIMD3(0.4, 0.3, 0.2) }
    let roots = HairColor(color: Color(red: 0.1, green: 0.2, blue: 0.9), strength: 1, roots: 1)
    func blueness(_ yaw: Double) throws -> (left: Double, right: Double) {
      let face = SyntheticFace.face(
        at: NormalizedPoint(x: 0.5, y: 0.6), width: 40, in: patches.size, yaw: Angle(degrees: yaw), hasMesh: hasMesh)
      let result = try patches.render(roots, colors, [patches.full(.hair)], [face])
      return (result(40, 36).z, result(120, 36).z)
    }
    let (left, ahead, right) = (try blueness(80), try blueness(0), try blueness(-80))
    // Positive angles turn the face to the viewer's left, so that its crown is to the right.
    #expect(left.right < ahead.right - 0.1 && left.right < left.left - 0.2, "\(left) \(ahead)")
    #expect(right.left < ahead.left - 0.1 && right.left < right.right - 0.2, "\(right) \(ahead)")
    #expect(abs(ahead.left - ahead.right) < 0.05, "\(ahead)")
  }
}
