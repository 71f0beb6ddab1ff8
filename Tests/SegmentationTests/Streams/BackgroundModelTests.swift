import Imaging
import Kernels
import Testing

@testable import Segmentation

/// A person of one color who walks to the right before a wall with a pattern, 320x180.
private struct Walk {
  let size = PixelSize(width: 320, height: 180)
  var person = SIMD3<UInt8>(30, 60, 200)
  /// The color of what reaches over what lies beside them; nil for the person's.
  var besideColor: SIMD3<UInt8>?
  /// The side of the squares of the wall's pattern, in pixels.
  var side = 8
  /// The pattern's place: it moves with the camera.
  var shift = 0
  /// Light on the floor beside the person, 1 for none in shadow.
  var shadow: Float = 1

  /// Where the person is.
  func body(_ frame: Int) -> PixelRect { PixelRect(x: 20 + 6 * frame, y: 40, width: 40, height: 140) }
  /// What lies beside them: an arm, a wall, or a shadow.
  func beside(_ frame: Int) -> PixelRect { PixelRect(x: 60 + 6 * frame, y: 60, width: 24, height: 24) }

  /// - Parameter hasArm: whether the person's color reaches over what lies beside them.
  func picture(_ frame: Int, hasArm: Bool = false) -> PixelBuffer {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * size.area)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let isBeside = beside(frame).contains(PixelRect(x: x, y: y, width: 1, height: 1))
        if body(frame).contains(PixelRect(x: x, y: y, width: 1, height: 1)) || (hasArm && isBeside) {
          let color = isBeside ? besideColor ?? person : person
          bytes += [color.x, color.y, color.z, 255]
        } else {
          let light = isBeside ? shadow : 1
          let level = Float((x + shift) / side % 2 == y / side % 2 ? 180 : 130) * light
          bytes += [UInt8(level), UInt8(level * 0.8), UInt8(level * 0.6), 255]
        }
      }
    }
    return PixelBuffer(size: size, format: .rgba8, colorSpace: .sRGB, bytes: bytes)
  }

  /// The network's answer: sure of the body, and `doubt` beside it.
  func portrait(_ frame: Int, doubt: Float) -> [Float] {
    var result = [Float](repeating: 0.002, count: size.area)
    func fill(_ rect: PixelRect, _ value: Float) {
      let rect = rect.intersection(PixelRect(size))
      for y in rect.minY..<rect.maxY {
        for x in rect.minX..<rect.maxX { result[y * size.width + x] = value }
      }
    }
    fill(beside(frame), doubt)
    fill(body(frame), 0.97)
    return result
  }
}

@Suite struct BackgroundModelTests {
  /// The evidence of the last of `frames`, at the middle of what lies beside the person and of the person.
  private func evidence(
    of walk: Walk, frames: Int = 12, doubt: Float, hasArm: Bool = false, panning: Int = 0
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

  @Test func `a wall beside somebody is no person, as it looked the same before they came`() throws {
    let found = try #require(evidence(of: Walk(), doubt: 0.9))
    #expect(BackgroundEvidence.probability(0.9, with: found.beside) < 0.1)
    #expect(BackgroundEvidence.probability(0.97, with: found.body) > 0.95)
  }

  @Test func `an arm that the network hardly sees is a person, as it looks unlike what was there`() throws {
    let found = try #require(evidence(of: Walk(), doubt: 0.06, hasArm: true))
    #expect(BackgroundEvidence.probability(0.06, with: found.beside) > 0.6)
  }

  @Test func `what passes beside somebody is no person where nobody wears its color`() throws {
    var walk = Walk()
    walk.besideColor = SIMD3(40, 160, 40)
    let found = try #require(evidence(of: walk, doubt: 0.06, hasArm: true))
    #expect(BackgroundEvidence.probability(0.06, with: found.beside) < 0.1)
  }

  @Test(arguments: [Float(0.5), 0.8])
  func `a shadow is no person`(light: Float) throws {
    var walk = Walk()
    walk.shadow = light
    let found = try #require(evidence(of: walk, doubt: 0.06))
    #expect(found.beside <= 0)
  }

  @Test func `a moving camera tells nothing`() {
    #expect(evidence(of: Walk(), doubt: 0.9, panning: 3) == nil)
  }

  @Test func `the first frame tells nothing`() {
    #expect(evidence(of: Walk(), frames: 1, doubt: 0.9) == nil)
  }

  @Test func `clothes in the color of the wall keep their place`() throws {
    var walk = Walk()
    let sameAsWall = try #require(evidence(of: walk, doubt: 0.9)).beside
    // One of the two colors of the wall.
    walk.person = SIMD3(180, 144, 108)
    let found = try #require(evidence(of: walk, doubt: 0.9, hasArm: true))
    #expect(sameAsWall < -4)
    #expect(found.body > -0.5 && found.beside > -0.5)
  }

  @Test func `a pattern is the background's own, whatever the color of clothes`() throws {
    var walk = Walk()
    walk.side = 2
    walk.person = SIMD3(180, 144, 108)
    let wall = try #require(evidence(of: walk, doubt: 0.9))
    #expect(wall.beside < -4 && wall.body > -0.5)
    let arm = try #require(evidence(of: walk, doubt: 0.9, hasArm: true))
    #expect(arm.beside > -0.5)
  }

  @Test func `who stays is believed, whatever was there before`() throws {
    let walk = Walk()
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
