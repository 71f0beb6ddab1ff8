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
  func `a picture whose faces mostly lie is turned back`(roll: Double, turn: Orientation) {
    let faces = [face(roll: roll), face(roll: roll), face(roll: 0)]
    #expect(QuarterTurn(rightingMostOf: faces)?.orientation == turn)
  }

  @Test func `an upright picture, and one without certain faces, is not turned`() {
    #expect(QuarterTurn(rightingMostOf: []) == nil)
    #expect(QuarterTurn(rightingMostOf: [face(roll: 20), face(roll: -40)]) == nil)
    #expect(QuarterTurn(rightingMostOf: [face(roll: 0), face(roll: 10), face(roll: 90)]) == nil, "most stand")
    #expect(QuarterTurn(rightingMostOf: [face(roll: 90, confidence: 0.6), face(roll: nil)]) == nil, "nobody is sure")
  }

  @Test func `where as many faces stand as lie, the more certain faces decide`() throws {
    // One of two faces in a picture on its side: its mesh settled at 41 degrees.
    let faces = [face(roll: 93, confidence: 0.963), face(roll: 41, confidence: 0.919)]
    let turn = try #require(QuarterTurn(rightingMostOf: faces))
    #expect(turn == QuarterTurn(orientation: .left, isTie: true))
    #expect(turn.isBetter([face(roll: 4, confidence: 0.971), face(roll: 355, confidence: 0.969)], than: faces))
    #expect(!turn.isBetter([face(roll: 3, confidence: 0.963), face(roll: 311, confidence: 0.92)], than: faces))
    #expect(!turn.isBetter([face(roll: 3, confidence: 0.99)], than: faces), "one is missed")
    let most = QuarterTurn(orientation: .left)
    #expect(most.isBetter(Array(repeating: face(roll: 0), count: 3), than: Array(repeating: face(roll: 90), count: 4)))
    #expect(!most.isBetter([face(roll: 0)], than: [face(roll: 90), face(roll: 90)]))
  }

  @Test func `only faces that may pass for upright ones are in doubt`() {
    func face(_ roll: Double, width: Double, confidence: Double = 0.8) -> Face {
      Face(
        bounds: NormalizedRect(x: 0.4, y: 0.4, width: width, height: 0.1), roll: Angle(degrees: roll),
        confidence: confidence)
    }
    let size = PixelSize(width: 1000, height: 500)
    #expect(QuarterTurn.doubtful([], in: size).isEmpty)
    #expect(QuarterTurn.doubtful([face(0, width: 0.2)], in: size).isEmpty, "the turned picture was searched for it")
    #expect(QuarterTurn.doubtful([face(0, width: 0.2), face(5, width: 0.05)], in: size).isEmpty)
    #expect(QuarterTurn.doubtful([face(0, width: 0.2), face(170, width: 0.05)], in: size).map(\.bounds.width) == [0.2])
    let crowd = (0..<5).map { face(355, width: 0.05, confidence: 0.5 + 0.1 * Double($0)) }
    #expect(QuarterTurn.doubtful(crowd + [face(90, width: 0.05)], in: size).map(\.confidence) == [0.9, 0.8, 0.7])
  }
}
