import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct BackgroundModelTests {
  /// The evidence of the last of `frames`, at the middle of what lies beside the person and of the person.
  private func evidence(
    of walk: DrawnWalk, frames: Int = 12, doubt: Float, hasArm: Bool = false, panning: Int = 0
  ) -> (beside: Float, body: Float)? {
    var model = BackgroundModel(size: walk.size)
    var walk = walk
    var last: BackgroundEvidence?
    for frame in 0..<frames {
      walk.shift = panning * frame
      // Only the last frame is doubtful.
      let isLast = frame == frames - 1
      last = model.evidence(
        of: walk.picture(frame, hasArm: isLast && hasArm),
        portrait: walk.portrait(frame, doubt: isLast ? doubt : 0.002), elapsed: 0.04)
    }
    return last.map { evidence in
      func at(_ rect: PixelRect) -> Float {
        evidence.logOdds[(rect.y + rect.height / 2) * walk.size.width + rect.x + rect.width / 2]
      }
      return (at(walk.beside(frames - 1)), at(walk.body(frames - 1)))
    }
  }

  @Test func `a wall beside a person is no person, as it looked the same before they came`() throws {
    let found = try #require(evidence(of: DrawnWalk(), doubt: 0.9))
    #expect(BackgroundEvidence.probability(0.9, with: found.beside) < 0.1)
    #expect(BackgroundEvidence.probability(0.97, with: found.body) > 0.95)
  }

  @Test func `an arm that the network barely detects is a person, as it differs from the background`() throws {
    let found = try #require(evidence(of: DrawnWalk(), doubt: 0.06, hasArm: true))
    #expect(BackgroundEvidence.probability(0.06, with: found.beside) > 0.6)
  }

  @Test func `an object that passes beside a person is no person where no person wears its color`() throws {
    var walk = DrawnWalk()
    walk.besideColor = SIMD3(40, 160, 40)
    let found = try #require(evidence(of: walk, doubt: 0.06, hasArm: true))
    #expect(BackgroundEvidence.probability(0.06, with: found.beside) < 0.1)
  }

  @Test(arguments: [Float(0.5), 0.8])
  func `a shadow is no person`(light: Float) throws {
    var walk = DrawnWalk()
    walk.shadow = light
    let found = try #require(evidence(of: walk, doubt: 0.06))
    #expect(found.beside <= 0)
  }

  @Test func `a moving camera gives no evidence`() {
    #expect(evidence(of: DrawnWalk(), doubt: 0.9, panning: 3) == nil)
  }

  @Test func `the first frame gives no evidence`() {
    #expect(evidence(of: DrawnWalk(), frames: 1, doubt: 0.9) == nil)
  }

  @Test func `clothes in the color of the wall keep their place`() throws {
    var walk = DrawnWalk()
    let sameAsWall = try #require(evidence(of: walk, doubt: 0.9)).beside
    // One of the two colors of the wall.
    walk.person = SIMD3(180, 144, 108)
    let found = try #require(evidence(of: walk, doubt: 0.9, hasArm: true))
    #expect(sameAsWall < -4)
    #expect(found.body > -0.5 && found.beside > -0.5)
  }

  @Test func `a pattern is the background's own, whatever the color of clothes`() throws {
    var walk = DrawnWalk()
    walk.side = 2
    walk.person = SIMD3(180, 144, 108)
    let wall = try #require(evidence(of: walk, doubt: 0.9))
    #expect(wall.beside < -4 && wall.body > -0.5)
    let arm = try #require(evidence(of: walk, doubt: 0.9, hasArm: true))
    #expect(arm.beside > -0.5)
  }

  @Test func `a person who stays is kept, whatever was there before`() throws {
    let walk = DrawnWalk()
    var model = BackgroundModel(size: walk.size)
    let picture = walk.picture(0)
    let beside = walk.beside(0)
    let place = (beside.y + 12) * walk.size.width + beside.x + 12
    for _ in 0..<25 { _ = model.evidence(of: picture, portrait: walk.portrait(0, doubt: 0.002), elapsed: 0.04) }
    var evidence: [Float] = []
    for _ in 0..<75 {
      let found = model.evidence(of: picture, portrait: walk.portrait(0, doubt: 0.95), elapsed: 0.04)
      evidence.append(try #require(found).logOdds[place])
    }
    #expect(evidence[0] < -4 && evidence[74] == 0)
    #expect(zip(evidence, evidence.dropFirst()).allSatisfy { $0 <= $1 + 0.05 })
  }

  @Test func `a wall hidden by a person is known from later frames`() throws {
    let walk = DrawnWalk()
    var later = BackgroundModel(size: walk.size)
    for frame in stride(from: 0, through: 30, by: 6) {
      _ = later.evidence(of: walk.picture(frame), portrait: walk.portrait(frame, doubt: 0.3), elapsed: 0.24)
    }
    func wallBeside(_ model: BackgroundModel) throws -> Float {
      var model = model
      let found = model.evidence(of: walk.picture(1), portrait: walk.portrait(1, doubt: 0.9), elapsed: 0.04)
      let beside = walk.beside(1)
      return try #require(found).logOdds[(beside.y + 12) * walk.size.width + beside.x + 12]
    }
    var model = BackgroundModel(size: walk.size)
    _ = model.evidence(of: walk.picture(0), portrait: walk.portrait(0, doubt: 0.3), elapsed: 0)
    let alone = try wallBeside(model)
    model.complete(with: later)
    #expect(try BackgroundEvidence.probability(0.9, with: wallBeside(model)) < 0.1)
    #expect(BackgroundEvidence.probability(0.9, with: alone) > 0.5)
    // It is known with the first frame.
    var first = BackgroundModel(size: walk.size)
    first.complete(with: later)
    #expect(try BackgroundEvidence.probability(0.9, with: wallBeside(first)) < 0.1)
  }

  @Test func `a model keeps what it knows, and ignores plates of another size`() throws {
    let (walk, other) = (DrawnWalk(), DrawnWalk(shift: 4))
    func learned(_ walk: DrawnWalk, size: PixelSize? = nil) -> BackgroundModel {
      var model = BackgroundModel(size: walk.size)
      for _ in 0..<10 {
        _ = model.evidence(of: walk.picture(0), portrait: walk.portrait(0, doubt: 0.002), elapsed: 0.04)
      }
      return model
    }
    func evidence(_ model: BackgroundModel) -> BackgroundEvidence? {
      var model = model
      return model.evidence(of: walk.picture(0), portrait: walk.portrait(0, doubt: 0.9), elapsed: 0.04)
    }
    let model = learned(walk)
    var completed = model
    completed.complete(with: learned(other))
    let beside = walk.beside(0)
    let place = (beside.y + 12) * walk.size.width + beside.x + 12
    #expect(try #require(evidence(completed)).logOdds[place] == #require(evidence(model)).logOdds[place])
    var small = BackgroundModel(size: PixelSize(width: 160, height: 90))
    small.complete(with: model)
    let picture = try walk.picture(0).resized(to: small.grid)
    #expect(
      small.evidence(of: picture, portrait: [Float](repeating: 0, count: small.grid.area), elapsed: 0.04) == nil)
  }

  @Test(arguments: [
    PixelSize(width: 1, height: 1), PixelSize(width: 3, height: 900), PixelSize(width: 5000, height: 2),
  ])
  func `frames of any size have a grid`(size: PixelSize) {
    var model = BackgroundModel(size: size)
    #expect(model.grid.width >= 1 && model.grid.height >= 1)
    #expect(max(model.grid.width, model.grid.height) <= min(320, max(size.width, size.height)))
    let picture = PixelBuffer(size: model.grid, format: .rgba8, colorSpace: .sRGB)
    for _ in 0..<3 {
      let portrait = [Float](repeating: 0, count: model.grid.area)
      _ = model.evidence(of: picture, portrait: portrait, elapsed: 0.04)
    }
  }
}
