import Imaging
import Testing

@testable import Segmentation

@Suite struct CleanPlatesTests {
  private let walk = DrawnWalk()

  private func time(_ seconds: Double) -> MediaTime { MediaTime(value: Int64(seconds * 100), timescale: 100) }

  /// Adds the frame of `walk` at a time, of which there are 25 a second.
  private func add(_ seconds: Double, of walk: DrawnWalk, to plates: inout CleanPlates) {
    let frame = Int(seconds * 25)
    plates.add(
      FrameCells(picture: walk.picture(frame), portrait: walk.portrait(frame, doubt: 0.002)),
      to: BackgroundModel(size: walk.size), at: time(seconds))
  }

  /// Whether a background tells that the wall of `walk` is the one that it shows.
  private func knows(_ background: BackgroundModel?, _ walk: DrawnWalk) -> Bool {
    guard var model = background else { return false }
    let found = model.evidence(of: walk.picture(0), portrait: walk.portrait(0, doubt: 0.9), elapsed: 0.04)
    let beside = walk.beside(0)
    return (found?.logOdds[(beside.y + 12) * walk.size.width + beside.x + 12] ?? 0) < -3
  }

  @Test func `a plate shows what lies behind people for all frames between the first and the last that were added`() {
    var plates = CleanPlates()
    #expect(plates.background(at: time(0), beginsScene: true) == nil)
    for step in 0...4 { add(Double(step) / 4, of: walk, to: &plates) }
    #expect(knows(plates.background(at: time(0), beginsScene: true), walk))
    #expect(knows(plates.background(at: time(0.6), beginsScene: false), walk))
    #expect(knows(plates.background(at: time(1), beginsScene: false), walk))
    #expect(plates.background(at: time(1.01), beginsScene: true) == nil)
  }

  @Test func `after a cut there is a plate of its own, which the first frame of the scene has before it was added`() {
    var plates = CleanPlates()
    let other = DrawnWalk(side: 20, shift: 7)
    for step in 0...3 { add(Double(step) / 4, of: walk, to: &plates) }
    for step in 4...8 { add(Double(step) / 4, of: other, to: &plates) }
    // A copy, as asking gives up what lies before.
    var asked = plates
    #expect(knows(asked.background(at: time(0.5), beginsScene: false), walk))
    #expect(asked.background(at: time(0.9), beginsScene: false) == nil)
    let first = asked.background(at: time(0.9), beginsScene: true)
    #expect(knows(first, other) && !knows(first, walk))
    #expect(knows(asked.background(at: time(1.5), beginsScene: false), other))
  }

  @Test func `a moving camera leaves no plates`() {
    var plates = CleanPlates()
    var pan = walk
    for step in 0..<20 {
      pan.shift = 5 * step
      add(Double(step) / 4, of: pan, to: &plates)
    }
    #expect(plates.count == 1)
    #expect(plates.background(at: time(2), beginsScene: false) == nil)
  }

  @Test func `after times have run backwards nothing earlier counts`() {
    let other = DrawnWalk(side: 20, shift: 7)
    var plates = CleanPlates()
    for step in 0...8 { add(Double(step) / 4, of: walk, to: &plates) }
    #expect(knows(plates.background(at: time(1.5), beginsScene: false), walk))
    // Of what comes now nothing is known yet.
    var unknowing = plates
    #expect(unknowing.background(at: time(0.25), beginsScene: true) == nil)
    #expect(unknowing.background(at: time(1.75), beginsScene: false) == nil && unknowing.count == 0)
    // Or it was looked at before its first frame is asked for.
    for step in 0...4 { add(Double(step) / 4, of: other, to: &plates) }
    #expect(plates.count == 1)
    for seconds in [0.25, 0.75] {
      let background = plates.background(at: time(seconds), beginsScene: false)
      #expect(knows(background, other) && !knows(background, walk))
    }
    #expect(plates.background(at: time(1.75), beginsScene: false) == nil)
  }

  @Test func `frames of another size, and times that run backwards, begin a plate`() {
    var plates = CleanPlates()
    for step in 0...3 { add(1 + Double(step) / 4, of: walk, to: &plates) }
    add(0, of: walk, to: &plates)
    #expect(plates.count == 1)
    #expect(plates.background(at: time(0), beginsScene: true) != nil)
    let small = BackgroundModel(size: PixelSize(width: 100, height: 100))
    let picture = PixelBuffer(size: small.grid, format: .rgba8)
    plates.add(
      FrameCells(picture: picture, portrait: [Float](repeating: 0, count: small.grid.area)), to: small, at: time(2))
    #expect(plates.background(at: time(2), beginsScene: true)?.grid == small.grid)
  }
}
