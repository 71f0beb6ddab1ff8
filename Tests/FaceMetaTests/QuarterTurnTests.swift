import Imaging
import Testing

@testable import FaceMeta

@Suite struct QuarterTurnTests {
  private func face(roll: Double?, confidence: Double = 0.95) -> Face {
    Face(
      bounds: NormalizedRect(x: 0.4, y: 0.4, width: 0.1, height: 0.1), roll: roll.map { Angle(degrees: $0) },
      confidence: confidence)
  }

  @Test(arguments: [(90.0, Orientation.left), (180, .down), (270, .right), (60, .left), (-100, .right)])
  func `most faces are turned back`(roll: Double, turn: Orientation) {
    let faces = [face(roll: roll), face(roll: roll), face(roll: 0)]
    #expect(QuarterTurn(rightingMostOf: faces)?.orientation == turn)
  }

  @Test func `a picture that stands, and one that nobody tells of, is not turned`() {
    #expect(QuarterTurn(rightingMostOf: []) == nil)
    #expect(QuarterTurn(rightingMostOf: [face(roll: 20), face(roll: -40)]) == nil)
    #expect(QuarterTurn(rightingMostOf: [face(roll: 0), face(roll: 90)]) == nil, "as many stand")
    #expect(QuarterTurn(rightingMostOf: [face(roll: 90, confidence: 0.6), face(roll: nil)]) == nil, "nobody is sure")
  }
}
