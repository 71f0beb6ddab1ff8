import FilterGraph
import Imaging
import Testing

@testable import Effects

/// What effects do to eyes, lips and teeth.
@Suite struct EyesAndMouthTests {
  private let patches = Patches()
  private var face: Face { SyntheticFace.face(at: NormalizedPoint(x: 0.5, y: 0.4), width: 100, in: patches.size) }
  /// The centre of the mouth; the lips reach from 5 to 11 pixels above and below it, 20 to each side.
  private let mouth = (x: 80, y: 81)

  @Test(arguments: EyesAndMouth.Style.allCases)
  func `a clearer mouth has no yellower teeth`(style: EyesAndMouth.Style) throws {
    let yellow = SIMD3(0.83, 0.76, 0.67)
    let teeth = patches.full(.teeth) { x, y in abs(x - mouth.x) < 10 && abs(y - mouth.y) < 5 }
    let colors = patches.picture { _, _ in yellow }
    let result = try patches.render(EyesAndMouth(strength: 1, style: style), colors, [teeth], [face])
    let tooth = result(mouth.x, mouth.y)
    #expect(tooth.x - tooth.z < yellow.x - yellow.z - 0.04 && tooth.y >= yellow.y, "\(tooth)")
  }

  @Test func `an edge in the lips gets no black or white line`() throws {
    let (dark, light) = (SIMD3(0.3, 0.16, 0.16), SIMD3(0.75, 0.5, 0.5))
    let colors = patches.picture { x, _ in x < mouth.x ? dark : light }
    let result = try patches.render(EyesAndMouth(strength: 1), colors, [], [face])
    for x in 72..<88 {
      let color = result(x, mouth.y + 8)
      let old = x < mouth.x ? dark : light
      #expect(color.y > old.y * 0.88 && color.y < old.y * 1.28, "\(x): \(color)")
    }
  }

  @Test func `lips get no seam at their surroundings`() throws {
    // Lips in one colour below a black moustache.
    let lip = SIMD3(0.7, 0.5, 0.5)
    let colors = patches.picture { _, y in y < mouth.y - 11 ? SIMD3(repeating: 0.02) : lip }
    let result = try patches.render(EyesAndMouth(strength: 1), colors, [], [face])
    let (edge, middle) = (result(mouth.x, mouth.y - 11), result(mouth.x, mouth.y + 3))
    #expect(edge.y < middle.y + 0.01, "\(edge) \(middle)")
  }

  @Test func `teeth in warm light are whitened alike and keep a little of its colour`() throws {
    // Two rows, less and more red, and a gum below.
    let (upper, lower, gum) = (SIMD3(0.8, 0.6, 0.37), SIMD3(0.76, 0.5, 0.3), SIMD3(0.6, 0.2, 0.15))
    let colors = patches.picture { _, y in y < 60 ? upper : y < 90 ? lower : gum }
    let result = try patches.render(
      WhitenTeeth(strength: 1), colors, [patches.full(.teeth) { _, y in y > 30 }], [face])
    func warmth(_ c: SIMD3<Double>) -> Double { (c.x - c.z) / c.x }
    let (first, second) = (result(80, 55), result(80, 68))
    #expect(abs(warmth(first) - warmth(second)) < 0.12, "\(first) \(second)")
    #expect(warmth(first) > 0.08 && warmth(first) < 0.35 && warmth(second) < 0.4, "\(first) \(second)")
    #expect(abs(result(80, 115).y - gum.y) < 0.02)
  }
}
