import FilterGraph
import Imaging
import Testing

@testable import Effects

/// What effects do to the colour of skin in shade and shine, on dark skin and on gray pictures.
@Suite struct SkinToneTests {
  private let patches = Patches()

  private func luma(_ c: SIMD3<Double>) -> Double { 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z }

  @Test func `an even tone does not redden shade or tint shine`() throws {
    let (skin, shade, shine) = (SIMD3(0.8, 0.55, 0.45), SIMD3(0.15, 0.05, 0.03), SIMD3(0.99, 0.92, 0.89))
    let colors = patches.picture { x, y in
      (50..<110).contains(y) || x < 40 || x > 120 ? skin : x < 80 ? shade : shine
    }
    let result = try patches.render(EvenTone(strength: 1), colors, [patches.full(.skin)], [patches.face])
    let (dark, light) = (result(60, 30), result(100, 30))
    #expect(dark.x < 0.18 && dark.z > 0.015 && abs(luma(dark) - luma(shade)) < 0.02, "\(dark)")
    #expect(abs(light.y - shine.y) < 0.015 && abs(light.z - shine.z) < 0.025, "\(light)")
  }

  @Test func `warmth is the same on dark and on light skin and leaves gray pictures gray`() throws {
    func change(_ color: SIMD3<Double>) throws -> SIMD3<Double> {
      let result = try patches.render(
        EvenTone(strength: 1, warmth: 1), patches.picture { _, _ in color }, [patches.full(.skin)], [patches.face])
      return result(80, 60) / color
    }
    let light = try change(SIMD3(0.84, 0.68, 0.6))
    let dark = try change(SIMD3(0.28, 0.2, 0.16))
    #expect(light.x > 1.03 && light.z < 0.93, "\(light)")
    #expect(abs(light.x - dark.x) < 0.02 && abs(light.z - dark.z) < 0.03, "\(light) \(dark)")
    let gray = try change(SIMD3(repeating: 0.4))
    #expect(gray.max() - gray.min() < 0.001, "\(gray)")
  }

  @Test func `black blush is darker than the skin and white blush lighter`() throws {
    let face = SyntheticFace.face(at: NormalizedPoint(x: 0.5, y: 0.5), width: 100, in: patches.size)
    let skin = SIMD3(0.75, 0.6, 0.55)
    func cheek(_ color: Color) throws -> SIMD3<Double> {
      let result = try patches.render(
        Blush(color: color, strength: 1), patches.picture { _, _ in skin }, [patches.full(.skin)], [face])
      return result(46, 68)
    }
    #expect(try luma(cheek(.black)) < luma(skin) - 0.05)
    #expect(try luma(cheek(.white)) > luma(skin) + 0.01)
    // Of the default colour the cheek keeps its red.
    #expect(try abs(cheek(Blush.color.defaultValue).x - skin.x) < 0.03)
  }

  @Test func `an object in front of skin keeps its colour where the matte is uncertain`() throws {
    // A red frame before skin.
    let (skin, red) = (SIMD3(0.8, 0.62, 0.55), SIMD3(0.8, 0.1, 0.1))
    func isFrame(_ x: Int) -> Bool { (76..<84).contains(x) }
    let matte = patches.matte(.skin) { x, _ in isFrame(x) ? 0.5 : 1 }
    let colors = patches.picture { x, _ in isFrame(x) ? red : skin }
    let result = try patches.render(SmoothSkin(strength: 1, texture: 0), colors, [matte], [patches.face])
    let frame = result(80, 60)
    #expect(abs(frame.y - red.y) < 0.06 && abs(frame.x - red.x) < 0.03, "\(frame)")
  }

  @Test func `shine on skin does not make the rest of it pale`() throws {
    let (skin, shine) = (SIMD3(0.8, 0.55, 0.45), SIMD3(0.99, 0.96, 0.94))
    let colors = patches.picture { x, _ in x / 20 % 2 == 0 ? skin : shine }
    let result = try patches.render(EvenTone(strength: 1), colors, [patches.full(.skin)], [patches.face])(90, 60)
    #expect(result.x - result.z > 0.3, "\(result)")
  }

  @Test func `make-up is dark on a gray photo and coloured only if a colour is chosen`() throws {
    let gray = SIMD3<Double>(repeating: 0.65)
    let face = SyntheticFace.face(at: NormalizedPoint(x: 0.5, y: 0.4), width: 100, in: patches.size)
    // On a cheek, and on the lower lip.
    let places: [(x: Int, y: Int, usual: any Effect, chosen: any Effect)] = [
      (46, 56, Blush(strength: 1), Blush(color: Color(red: 0.3, green: 0.3, blue: 0.9), strength: 1)),
      (80, 89, Lipstick(strength: 1), Lipstick(color: Color(red: 0.3, green: 0.1, blue: 0.7), strength: 1)),
    ]
    for place in places {
      func color(_ effect: any Effect) throws -> SIMD3<Double> {
        let skin = patches.full(.skin) { _, y in place.y < 80 || y < 70 }
        return try patches.render(effect, patches.picture { _, _ in gray }, [skin], [face])(place.x, place.y)
      }
      let (usual, chosen) = (try color(place.usual), try color(place.chosen))
      #expect(usual.max() - usual.min() < 0.006 && usual.y < gray.y - 0.05, "\(usual)")
      #expect(chosen.max() - chosen.min() > 0.05, "\(chosen)")
    }
  }

  @Test func `lipstick is no bluer than the light, and dark skin in white light changes nothing`() throws {
    let face = SyntheticFace.face(at: NormalizedPoint(x: 0.5, y: 0.4), width: 100, in: patches.size)
    func lips(_ skin: SIMD3<Double>) throws -> SIMD3<Double> {
      let color = Color(red: 0.6, green: 0.2, blue: 0.5)
      let matte = patches.full(.skin) { _, y in y < 70 }
      let gray = SIMD3<Double>(repeating: 0.45)
      return try patches.render(
        Lipstick(color: color, strength: 1), patches.picture { _, y in y < 70 ? skin : gray }, [matte], [face])(80, 89)
    }
    let (pale, dark, candle) = (
      try lips(SIMD3(0.85, 0.7, 0.62)), try lips(SIMD3(0.36, 0.23, 0.18)), try lips(SIMD3(0.82, 0.57, 0.3))
    )
    #expect(abs(pale.z - dark.z) < 0.01 && candle.z < 0.8 * pale.z, "\(pale) \(dark) \(candle)")
    #expect(abs(candle.x - pale.x) < 0.01)
  }
}
