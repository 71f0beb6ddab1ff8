import Testing

@testable import FaceMeta

@Suite struct LocalRegressionTests {
  private static func estimate(_ regression: LocalRegression, width: Double, _ value: (Double) -> Double) -> Double {
    zip(regression.times, regression.weights(width: width)).reduce(0) { $0 + value($1.0) * $1.1 }
  }

  @Test("a line is followed exactly, and a mean taken from the longest width on")
  func line() {
    let times = (-3...10).map { Double($0) / 25 }
    let regression = LocalRegression(times: times, reliabilities: times.map { _ in 1 }, ownReliability: 1, meanWidth: 3)
    #expect(abs(Self.estimate(regression, width: 0.15) { 2 + 5 * $0 } - 2) < 1e-9)
    #expect(Self.estimate(regression, width: 3) { 2 + 5 * $0 } > 2.5)
  }

  @Test("unreliable samples hardly count")
  func unreliable() {
    let times = (-10...10).map { Double($0) / 25 }
    let regression = LocalRegression(
      times: times, reliabilities: times.map { abs($0) < 0.2 ? 0.001 : 1 }, ownReliability: 0.001, meanWidth: 3)
    let estimate = Self.estimate(regression, width: 0.25) { 2 + 5 * $0 + (abs($0) < 0.2 ? 1 : 0) }
    #expect(abs(estimate - 2) < 0.02)
    // Fewer samples, and worse ones: the estimate is less certain.
    let every = LocalRegression(times: times, reliabilities: times.map { _ in 1 }, ownReliability: 1, meanWidth: 3)
    #expect(
      regression.deviation(of: regression.weights(width: 0.08)) > 1.5 * every.deviation(of: every.weights(width: 0.08)))
  }

  @Test("an unreliable value is not extrapolated from reliable ones on one side")
  func oneSide() {
    let times = (-20...2).map { Double($0) / 25 }
    let regression = LocalRegression(
      times: times, reliabilities: times.map { $0 < -0.3 ? 1 : 0.001 }, ownReliability: 0.001, meanWidth: 3)
    // A line through the reliable samples would reach 2 at time 0.
    let estimate = Self.estimate(regression, width: 0.25) { 2 + 5 * min($0, -0.3) }
    #expect(estimate < 1 && estimate > -1)
  }
}
