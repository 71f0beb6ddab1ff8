import Glibc
import Imaging
import Kernels
import Testing

@testable import Segmentation

/// A patterned head that moves over a gray wall: its upper half is hair, its lower half skin.
private struct MovingHead {
  let size = PixelSize(width: 240, height: 160)
  var roll = Angle.zero
  /// Levels by which the head's hair differs from its first colors.
  var change = 0

  func middle(_ frame: Int) -> (x: Int, y: Int) { (80 + 6 * frame, 80 + 2 * frame) }

  /// The offset from the head's middle, along its own axes, if the place belongs to the head.
  private func offset(_ x: Int, _ y: Int, _ frame: Int) -> (x: Int, y: Int)? {
    let (dx, dy) = (Double(x - middle(frame).x), Double(y - middle(frame).y))
    guard dx * dx + dy * dy < 900 else { return nil }
    let (cosine, sine) = (cos(roll.radians), sin(roll.radians))
    return (Int((dx * cosine + dy * sine).rounded()), Int((dy * cosine - dx * sine).rounded()))
  }

  func picture(_ frame: Int) -> PixelBuffer {
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        guard let (dx, dy) = offset(x, y, frame) else {
          bytes += [128, 128, 128, 255]
          continue
        }
        let pattern = UInt8(12 * ((abs(dx) / 8 + abs(dy) / 8) % 3))
        bytes +=
          dy < 0 ? [40 + pattern + UInt8(change), 30 + pattern, 20 + pattern, 255] : [200, 150 + pattern, 120, 255]
      }
    }
    return PixelBuffer(size: size, format: .rgba8, colorSpace: .sRGB, bytes: bytes)
  }

  func planes(_ frame: Int, hair: UInt8) -> PlanarBuffer<UInt8> {
    var planes = PlanarBuffer<UInt8>(repeating: 0, size: size, planeCount: MatteChannel.allCases.count)
    for y in 0..<size.height {
      for x in 0..<size.width {
        guard let (_, dy) = offset(x, y, frame) else { continue }
        let index = y * size.width + x
        planes.samples[MatteChannel.portrait.rawValue * size.area + index] = 255
        if dy < 0 {
          planes.samples[MatteChannel.hair.rawValue * size.area + index] = hair
        } else {
          planes.samples[MatteChannel.skin.rawValue * size.area + index] = 255
        }
      }
    }
    return planes
  }

  func face(_ frame: Int, id: Int? = 1) -> Face {
    let (x, y) = middle(frame)
    let bounds = NormalizedRect(
      x: Double(x - 12) / Double(size.width), y: Double(y - 12) / Double(size.height), width: 24 / Double(size.width),
      height: 24 / Double(size.height))
    return Face(id: id, bounds: bounds, roll: roll)
  }

  /// The hair in the middle of the head's hair.
  func hair(_ planes: PlanarBuffer<UInt8>, _ frame: Int) -> UInt8 {
    let (x, y) = middle(frame)
    let place = (x: x + Int(14 * sin(roll.radians)), y: y - Int(14 * cos(roll.radians)))
    return planes.samples[MatteChannel.hair.rawValue * size.area + place.y * size.width + place.x]
  }
}

@Suite struct SteadyHeadsTests {
  /// The mattes of the last of some frames, whose hair the network predicts as `hair`.
  private func steadied(
    _ hair: [UInt8], by head: MovingHead = MovingHead(), elapsed: Double = 0.04, change: Int = 0, id: Int? = 1
  ) -> PlanarBuffer<UInt8> {
    var (heads, head) = (SteadyHeads(), head)
    var planes = head.planes(0, hair: 0)
    for (frame, level) in hair.enumerated() {
      if frame == hair.count - 1 { head.change = change }
      planes = head.planes(frame, hair: level)
      heads.steady(
        &planes, of: head.picture(frame), faces: [head.face(frame, id: id)], elapsed: frame == 0 ? 0 : elapsed)
    }
    return planes
  }

  @Test func `hair of a moving head that the network misses for a frame stays`() {
    let head = MovingHead()
    #expect(head.hair(steadied([255, 255, 0]), 2) > 200)
    // The network's prediction alone would have come back at once as well.
    #expect(head.hair(steadied([255, 255, 0, 255]), 3) > 200)
  }

  @Test func `hair that stays away fades within a second`() {
    let head = MovingHead()
    #expect(head.hair(steadied([255] + [UInt8](repeating: 0, count: 24), by: head), 24) < 30)
  }

  @Test func `a head that turns about its middle keeps its hair`() {
    var (heads, head) = (SteadyHeads(), MovingHead())
    for degrees in [0.0, 352, 0, 8] {
      head.roll = .degrees(degrees)
      var planes = head.planes(0, hair: degrees == 8 ? 0 : 255)
      heads.steady(&planes, of: head.picture(0), faces: [head.face(0)], elapsed: 0.04)
      #expect(head.hair(planes, 0) > 150)
    }
  }

  @Test func `nothing is added outside the portrait, and hair and skin stay within it`() {
    let (head, planes) = (MovingHead(), steadied([255, 255, 90]))
    let area = head.size.area
    for index in 0..<area {
      let (hair, skin) = (Int(planes.samples[index]), Int(planes.samples[area + index]))
      #expect(hair + skin <= Int(planes.samples[2 * area + index]))
    }
    #expect(
      Array(planes[MatteChannel.portrait.rawValue]) == Array(head.planes(2, hair: 90)[MatteChannel.portrait.rawValue]))
  }

  @Test func `where the head looks otherwise than before, the frame's own mattes count`() {
    let head = MovingHead()
    #expect(head.hair(steadied([255, 255, 0], change: 120), 2) == 0)
  }

  @Test func `a face without an identity, and one after a gap, begins anew`() {
    let head = MovingHead()
    #expect(head.hair(steadied([255, 255, 0], id: nil), 2) == 0)
    #expect(head.hair(steadied([255, 255, 0], elapsed: 0.6), 2) == 0)
  }

  @Test func `two faces at one place correct no more than one`() {
    let head = MovingHead()
    var heads = SteadyHeads()
    var planes = head.planes(0, hair: 255)
    for (frame, hair) in [UInt8(255), 255, 0].enumerated() {
      planes = head.planes(frame, hair: hair)
      heads.steady(
        &planes, of: head.picture(frame), faces: [head.face(frame, id: 1), head.face(frame, id: 2)], elapsed: 0.04)
    }
    let alone = head.hair(steadied([255, 255, 0]), 2)
    #expect(abs(Int(head.hair(planes, 2)) - Int(alone)) <= 1)
  }

  @Test func `faces at the edge, beyond it and of no size do no harm`() {
    var heads = SteadyHeads()
    let head = MovingHead()
    for _ in 0..<3 {
      var planes = head.planes(0, hair: 255)
      let places = [(-0.1, -0.1), (0.97, 0.95), (3, 3), (.nan, 0.5)]
      let faces = places.enumerated().map { index, place in
        Face(id: index, bounds: NormalizedRect(x: place.0, y: place.1, width: 0.2, height: 0.2))
      }
      heads.steady(&planes, of: head.picture(0), faces: faces, elapsed: 0.04)
      #expect(planes.samples == head.planes(0, hair: 255).samples)
    }
  }
}
