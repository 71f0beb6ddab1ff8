import Imaging
import Testing

@testable import Segmentation

@Suite struct PresenceFilterTests {
  private func shown(_ probabilities: [Double], faces: [Face] = []) -> [Bool] {
    var filter = PresenceFilter()
    return probabilities.map { probability in
      _ = filter.update(probability, elapsed: 0.04)
      return filter.showsPerson(faces: faces)
    }
  }

  @Test("the first frame decides by itself")
  func first() {
    #expect(shown([0.9]) == [true])
    #expect(shown([0.06]) == [false])
  }

  @Test("two uncertain frames neither remove a person nor make a shadow one")
  func moments() {
    #expect(shown([0.95, 0.95, 0.01, 0.01, 0.95]).allSatisfy { $0 })
    #expect(!shown([0.01, 0.01, 0.2, 0.2, 0.01]).contains(true))
  }

  @Test("a person who leaves is gone within a second, and one who enters is there within a quarter")
  func leaving() {
    let result = shown([Double](repeating: 0.95, count: 10) + [Double](repeating: 0.001, count: 24))
    #expect(result.prefix(10).allSatisfy { $0 } && result.last == false)
    let coming = shown([Double](repeating: 0.02, count: 10) + [Double](repeating: 0.98, count: 6))
    #expect(coming.last == true)
  }

  @Test("with a face less probability is enough")
  func faces() {
    let bounds = NormalizedRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
    #expect(shown([0.05], faces: [Face(bounds: bounds, confidence: 0.9)]) == [true])
    #expect(shown([0.05], faces: [Face(bounds: bounds, confidence: 0.6)]) == [false])
    #expect(shown([0.05]) == [false])
  }
}
