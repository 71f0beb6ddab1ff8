import Testing

@testable import FrameStream

@Suite struct FrameRateTests {
  @Test func `a rate keeps its fraction`() {
    let fractions: [(Int32, Int32)] = [
      (30000, 1001), (24000, 1001), (25, 1), (25, 2), (200, 9), (50, 3), (1, 3), (1000, 1), (15000, 1001), (100_000, 1),
    ]
    for (numerator, denominator) in fractions {
      #expect(
        FrameRate(Double(numerator) / Double(denominator))
          == FrameRate(numerator: numerator, denominator: denominator))
    }
    #expect(FrameRate(29.97) == FrameRate(numerator: 30000, denominator: 1001))
    #expect(FrameRate(23.976) == FrameRate(numerator: 24000, denominator: 1001))
    #expect(FrameRate(.nan) == 25 && FrameRate(.infinity) == 1_000_000 && FrameRate(-1.0) == FrameRate(0.001))
  }

  @Test func `frames have exact times, as long as these can be represented`() {
    let rate = FrameRate(numerator: 30000, denominator: 1001)
    #expect(rate.time(ofFrame: 30000)?.seconds == 1001)
    #expect(rate.time(ofFrame: .max) == nil)
    #expect(rate.description == "30000/1001" && FrameRate(25).description == "25")
  }
}
