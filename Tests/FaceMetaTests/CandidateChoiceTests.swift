import Testing

@testable import FaceMeta

/// Which candidates a detector looks at closer.
@Suite(.enabled(if: FaceDetectorTests.canRun, "needs the networks"))
struct CandidateChoiceTests {
  private func candidate(_ index: Int, side: Float, score: Float) -> FaceCandidate {
    NonMaximumSuppressionTests.candidate(Float(index) * 200, 0, side, side, score)
  }

  @Test func `doubtful candidates are verified by score, more of them if more are certain`() throws {
    let detector = try FaceDetector(maximumFaces: 100)
    let doubtful = (0..<90).map { candidate($0, side: 40, score: 0.15 + 0.005 * Float($0)) }
    for (sure, asked) in [(0, 30), (1, 11), (5, 23), (40, 90)] {
      let chosen = detector.candidatesToMeasure(
        doubtful + (0..<sure).map { candidate(100 + $0, side: 40, score: 0.9) })
      #expect(chosen.count == sure + asked, "\(sure)")
      #expect(chosen.prefix(sure).allSatisfy { $0.score == 0.9 })
      #expect(chosen.dropFirst(sure).map(\.score).min() == doubtful.map(\.score).sorted().suffix(asked).first)
    }
  }

  @Test func `if many more are certain than requested, smaller ones are left out`() throws {
    let detector = try FaceDetector(maximumFaces: 5)
    // The 20 largest of 30 are taken; the largest of the others is 20 pixels wide.
    let sure = (0..<30).map { candidate($0, side: Float(11 + $0), score: 0.9) }
    let doubtful = [candidate(40, side: 19, score: 0.6), candidate(41, side: 22, score: 0.5)]
    let chosen = detector.candidatesToMeasure(sure + doubtful)
    #expect(chosen.count == 21)
    #expect(chosen.map { $0.extent.x }.min() == 21)
    #expect(chosen.last?.score == 0.5)
  }
}
