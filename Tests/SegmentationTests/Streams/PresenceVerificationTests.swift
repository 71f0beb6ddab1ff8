import Imaging
import Testing

@testable import Segmentation

@Suite struct PresenceVerificationTests {
  private let face = Face(bounds: NormalizedRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2), confidence: 0.9)

  /// Whether who is seen in frames, a twentieth of a second each, is refuted, and how often the network of photos is asked.
  private func refuted(
    _ presences: [Double], faces: [Face] = [], photo: [Double?]
  ) -> (frames: [Bool], asked: Int) {
    var opinion = PresenceVerification()
    var asked = 0
    let frames = presences.map { presence in
      opinion.update(presence, faces: faces, elapsed: 0.05) {
        defer { asked += 1 }
        return photo[min(asked, photo.count - 1)]
      }
      return opinion.refutes
    }
    return (frames, asked)
  }

  @Test func `the photo network runs once for a person whom it confirms, and again when they were gone`() {
    let (frames, asked) = refuted([0.1, 0.9, 0.8, 0.9, 0.1, 0.9, 0.9], photo: [0.99])
    #expect(asked == 2)
    #expect(!frames.contains(true))
  }

  @Test func `a person whom it does not confirm has no matte, until more of them is visible`() {
    let (frames, asked) = refuted([0.9, 0.9, 0.9, 0.9, 0.9, 0.9], photo: [0.02, 0.02, 0.99])
    // At 0, 0.1 and 0.2 seconds.
    #expect(asked == 3)
    #expect(frames == [true, true, true, true, false, false])
  }

  @Test func `a rejected person stays rejected while barely visible`() {
    let (frames, asked) = refuted([0.9, 0.2, 0.2, 0.9], photo: [0.02])
    #expect(frames == [true, true, true, true])
    #expect(asked == 2)
  }

  @Test func `the photo network does not run where a face confirms a person, nor where none is found`() {
    #expect(refuted([0.9, 0.9], faces: [face], photo: [0.02]) == ([false, false], 0))
    #expect(refuted([0.2, 0.1], photo: [0.02]) == ([false, false], 0))
  }

  @Test func `a person with a face is not verified when they turn away, but when they return`() {
    var opinion = PresenceVerification()
    var asked = 0
    for (presence, faces) in [(0.9, [face]), (0.9, []), (0.9, [face]), (0.8, []), (0.1, []), (0.9, [])] {
      opinion.update(presence, faces: faces, elapsed: 0.05) {
        asked += 1
        return 0.99
      }
    }
    #expect(asked == 1)
  }

  @Test func `without a photo network the one for frames decides alone`() {
    #expect(refuted([0.3, 0.9], photo: [nil]).frames == [false, false])
  }

  @Test func `the reported probability is the pooled one`() {
    var opinion = PresenceVerification()
    #expect(opinion.pooled(0.9) == 0.9)
    opinion.update(0.9, faces: [], elapsed: 0) { 0.02 }
    #expect(opinion.pooled(0.9) == PresenceDecision.pooled(0.9, withPhotoNetwork: 0.02))
    opinion.update(0.9, faces: [face], elapsed: 0.05) { nil }
    #expect(opinion.pooled(0.9) == 0.9)
  }
}
