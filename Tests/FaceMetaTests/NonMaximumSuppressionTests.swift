@testable import FaceMeta
import Support
import Testing

@Suite struct NonMaximumSuppressionTests {
  static func candidate(_ x: Float, _ y: Float, _ width: Float, _ height: Float, _ score: Float) -> FaceCandidate {
    FaceCandidate(
      minimum: SIMD2(x, y), maximum: SIMD2(x + width, y + height), points: [SIMD2(x + width / 4, y), SIMD2(x, y)],
      score: score)
  }

  /// The same by marking in a table of all pairs instead of consuming a list.
  static func oracle(_ candidates: [FaceCandidate], overlap: Float) -> [FaceCandidate] {
    let order = candidates.indices.sorted { candidates[$0].score > candidates[$1].score }
    var owner = [Int?](repeating: nil, count: candidates.count)
    for index in order where owner[index] == nil {
      for other in order where owner[other] == nil {
        let (a, b) = (candidates[index], candidates[other])
        let width = max(0, min(a.maximum.x, b.maximum.x) - max(a.minimum.x, b.minimum.x))
        let height = max(0, min(a.maximum.y, b.maximum.y) - max(a.minimum.y, b.minimum.y))
        let areaA = (a.maximum.x - a.minimum.x) * (a.maximum.y - a.minimum.y)
        let areaB = (b.maximum.x - b.minimum.x) * (b.maximum.y - b.minimum.y)
        if other == index || width * height / (areaA + areaB - width * height) > overlap { owner[other] = index }
      }
    }
    return order.filter { owner[$0] == $0 }.map { index in
      let group = candidates.indices.filter { owner[$0] == index }.map { candidates[$0] }
      let total = group.reduce(Float(0)) { $0 + $1.score }
      func mean(_ place: (FaceCandidate) -> SIMD2<Float>) -> SIMD2<Float> {
        group.reduce(SIMD2<Float>.zero) { $0 + place($1) * $1.score } / total
      }
      return FaceCandidate(
        minimum: mean(\.minimum), maximum: mean(\.maximum), points: [mean { $0.points[0] }, mean { $0.points[1] }],
        score: candidates[index].score)
    }
  }

  @Test(arguments: 0..<20)
  func `weighted suppression agrees with a table of all pairs`(seed: Int) {
    var random = RepeatableRandomNumberGenerator(seed: UInt64(seed))
    func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &random) }
    let candidates = (0..<40).map { _ in
      Self.candidate(number(0...10), number(0...10), number(1...5), number(1...5), number(0.1...1))
    }
    let found = NonMaximumSuppression.weighted(candidates, overlap: 0.3)
    let expected = Self.oracle(candidates, overlap: 0.3)
    #expect(found.count == expected.count)
    for (a, b) in zip(found, expected) {
      let difference = a.minimum - b.minimum + a.maximum - b.maximum + a.points[0] - b.points[0]
      #expect(a.score == b.score && abs(difference.x) < 1e-4 && abs(difference.y) < 1e-4)
    }
  }

  @Test func `a part of a face is dropped, a neighbour is not`() {
    let face = Self.candidate(0, 0, 10, 10, 0.9)
    let mouth = Self.candidate(3, 6, 4, 3, 0.8)
    let neighbour = Self.candidate(8, 0, 10, 10, 0.7)
    #expect(NonMaximumSuppression.withoutContained([mouth, neighbour, face], fraction: 0.6) == [face, neighbour])
    #expect(NonMaximumSuppression.onePerFace([]).isEmpty)
  }
}
