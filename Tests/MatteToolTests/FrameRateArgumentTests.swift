import MatteKit
import Testing

@testable import mattetool

@Suite struct FrameRateArgumentTests {
  @Test func `rates of films, of NTSC and of high-speed cameras are read`() {
    let rates: [(String, Int32, Int32)] = [
      ("25", 25, 1), ("29.97", 30000, 1001), ("30000/1001", 30000, 1001), ("1000", 1000, 1), ("5000", 5000, 1),
      ("0.5", 1, 2),
    ]
    for (text, numerator, denominator) in rates {
      let rate = FrameRateArgument(argument: text)?.rate
      #expect(rate == FrameRate(numerator: numerator, denominator: denominator), "\(text)")
    }
    for text in ["0", "-1", "200000", "fast", "1/0"] { #expect(FrameRateArgument(argument: text) == nil, "\(text)") }
  }
}
