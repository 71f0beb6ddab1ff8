import Imaging
import Testing

@testable import Segmentation

@Suite struct CleanPlatesTests {
  private let walk = DrawnWalk()

  private func time(_ seconds: Double) -> MediaTime { MediaTime(value: Int64(seconds * 100), timescale: 100) }

  /// Adds the frame of `walk` at a time, of which there are 25 a second.
  private func add(_ seconds: Double, of walk: DrawnWalk, to plates: inout CleanPlates) throws {
    let frame = Int(seconds * 25)
    try plates.add(at: time(seconds), size: walk.size) { history in
      let evidence = history.background.evidence(
        of: walk.picture(frame), portrait: walk.portrait(frame, doubt: 0.002), elapsed: history.elapsed)
      return evidence != nil
    }
  }

  /// Whether a background tells that the wall of `walk` is the one that it shows.
  private func knows(_ background: BackgroundModel?, _ walk: DrawnWalk) throws -> Bool {
    guard var model = background else { return false }
    let found = model.evidence(of: walk.picture(0), portrait: walk.portrait(0, doubt: 0.9), elapsed: 0.04)
    let beside = walk.beside(0)
    return (found?.logOdds[(beside.y + 12) * walk.size.width + beside.x + 12] ?? 0) < -3
  }

  @Test func `a plate shows what lies behind people for all frames between the first and the last that were looked at`()
    throws
  {
    var plates = CleanPlates()
    #expect(plates.background(at: time(0), beginsScene: true) == nil)
    for step in 0...4 { try add(Double(step) / 4, of: walk, to: &plates) }
    #expect(try knows(plates.background(at: time(0), beginsScene: true), walk))
    #expect(try knows(plates.background(at: time(0.6), beginsScene: false), walk))
    #expect(try knows(plates.background(at: time(1), beginsScene: false), walk))
    #expect(plates.background(at: time(1.01), beginsScene: true) == nil)
  }

  @Test func `after a cut there is a plate of its own, which the first frame of the scene has before it was looked at`()
    throws
  {
    var plates = CleanPlates()
    let other = DrawnWalk(side: 20, shift: 7)
    for step in 0...3 { try add(Double(step) / 4, of: walk, to: &plates) }
    for step in 4...8 { try add(Double(step) / 4, of: other, to: &plates) }
    // A copy, as asking gives up what lies before.
    var asked = plates
    #expect(try knows(asked.background(at: time(0.5), beginsScene: false), walk))
    #expect(asked.background(at: time(0.9), beginsScene: false) == nil)
    let first = asked.background(at: time(0.9), beginsScene: true)
    #expect(try knows(first, other) && !knows(first, walk))
    #expect(try knows(asked.background(at: time(1.5), beginsScene: false), other))
  }

  @Test func `frames of another size, and times that run backwards, begin a plate`() throws {
    var plates = CleanPlates()
    for step in 0...3 { try add(1 + Double(step) / 4, of: walk, to: &plates) }
    try add(0, of: walk, to: &plates)
    #expect(plates.background(at: time(0), beginsScene: true) != nil)
    let size = PixelSize(width: 100, height: 100)
    try plates.add(at: time(2), size: size) { history in
      #expect(history.regions.size == size && history.elapsed == 0)
      return false
    }
  }
}
