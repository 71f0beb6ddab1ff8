import Glibc
import Testing

@testable import Segmentation

@Suite struct OpinionPoolTests {
  @Test func `a certain network counts more than an uncertain one, and a contradiction lowers the odds`() {
    #expect(abs(OpinionPool.pooled(0.5, 0.5) - 0.5) < 1e-6)
    #expect(OpinionPool.pooled(0.97, 0.37) > (0.97 + 0.37) / 2 + 0.1)
    #expect(abs(OpinionPool.pooled(0.2, 0.7) + OpinionPool.pooled(0.8, 0.3) - 1) < 1e-6)
    #expect(OpinionPool.pooled(1, 0.9) < 1)
    #expect(abs(OpinionPool.pooled(1, 0) - 0.5) < 1e-5)
    #expect(OpinionPool.pooled(.infinity, 0.5) < 1)
  }

  @Test func `by weights the odds are the weighted geometric mean`() {
    for (p, q) in [(0.9, 0.3), (0.1, 0.6), (0.5, 0.99)] {
      #expect(abs(OpinionPool.pooled(p, q, weight: 0) - p) < 1e-9)
      #expect(abs(OpinionPool.pooled(p, q, weight: 1) - q) < 1e-9)
      #expect(abs(OpinionPool.pooled(p, q, weight: 0.5) - Double(OpinionPool.pooled(Float(p), Float(q)))) < 1e-6)
      let odds = pow(p / (1 - p), 0.25) * pow(q / (1 - q), 0.75)
      #expect(abs(OpinionPool.pooled(p, q, weight: 0.75) - odds / (1 + odds)) < 1e-9)
    }
  }
}
