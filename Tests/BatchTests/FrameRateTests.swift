import Testing

@testable import Batch

@Suite struct FrameRateTests {
  @Test func `a rate keeps its fraction`() {
    let fractions: [(Int32, Int32)] = [
      (30000, 1001), (24000, 1001), (25, 1), (25, 2), (200, 9), (50, 3), (1, 3), (1000, 1), (15000, 1001), (100_000, 1),
    ]
    for (numerator, denominator) in fractions {
      let found = FrameRate.fraction(of: Double(numerator) / Double(denominator))
      #expect(found.numerator == numerator && found.denominator == denominator, "\(found)")
    }
    #expect(FrameRate.fraction(of: 29.97).numerator == 30000 && FrameRate.fraction(of: 23.976).denominator == 1001)
  }
}
