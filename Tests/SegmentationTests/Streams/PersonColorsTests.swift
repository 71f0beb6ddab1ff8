import Testing

@testable import Segmentation

@Suite struct PersonColorsTests {
  @Test func `a color's frequency is the number of its cells, and close colors count in part`() {
    let red = SIMD4<Float>(200, 24, 24, 0)
    let blue = SIMD4<Float>(24, 24, 200, 0)
    let colors = [SIMD4<Float>](repeating: red, count: 90) + [SIMD4<Float>](repeating: blue, count: 10)
    let people = PersonColors(of: colors) { _ in true }
    #expect(abs(people.share(of: red) - 0.9) < 1e-5 && abs(people.share(of: blue) - 0.1) < 1e-5)
    #expect(people.share(of: SIMD4(120, 200, 24, 0)) == 0)
    #expect(abs(people.share(of: SIMD4(184, 24, 24, 0)) - 0.45) < 1e-5)
    let onlyBlue = PersonColors(of: colors) { $0 >= 90 }
    // Ten cells count as ten of fifty.
    #expect(abs(onlyBlue.share(of: blue) - 0.2) < 1e-5 && onlyBlue.share(of: red) == 0)
  }

  @Test func `levels outside the range count as its ends`() {
    let people = PersonColors(of: [SIMD4(300, -5, 255, 0)]) { _ in true }
    #expect(people.share(of: SIMD4(255, 0, 255, 0)) > 0)
  }
}
