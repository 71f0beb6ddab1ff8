import Glibc
import Imaging
import Testing

@testable import FaceMeta

@Suite struct LipFitTests {
  private let size = PixelSize(width: 200, height: 200)
  private let center = SIMD2<Float>(100, 120)
  private let radii = SIMD2<Float>(40, 14)

  /// Lips of one colour on skin of another, turned clockwise about the mouth.
  private func picture(_ lips: [UInt8], on skin: [UInt8], roll: Float = 0) -> PicturePyramid {
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let off = turned(SIMD2(Float(x), Float(y)) + 0.5 - center, -roll) / radii
        // A little texture, as every photo has.
        let noise = UInt8((x * 7 + y * 13) % 5)
        bytes += ((off * off).sum() < 1 ? lips : skin).map { $0 + noise } + [255]
      }
    }
    return PicturePyramid(
      UprightPicture(PixelBuffer(size: size, format: .rgba8, bytes: bytes), orientation: .up))
  }

  private func turned(_ point: SIMD2<Float>, _ roll: Float) -> SIMD2<Float> {
    SIMD2(point.x * cosf(roll) - point.y * sinf(roll), point.x * sinf(roll) + point.y * cosf(roll))
  }

  /// Eyes, and lips that are `dy` pixels below those of the picture.
  private func mesh(dy: Float, roll: Float = 0) -> [SIMD3<Float>] {
    var points = [SIMD3<Float>](repeating: .zero, count: MeshTopology.count)
    func put(_ index: Int, _ x: Float, _ y: Float) {
      let place = center + turned(SIMD2(x, y), roll)
      points[index] = SIMD3(place.x, place.y, 0)
    }
    put(MeshTopology.rightEyeOuter, -45, -60)
    put(MeshTopology.leftEyeOuter, 45, -60)
    for (rings, sign) in [(MeshTopology.upperLip, Float(-1)), (MeshTopology.lowerLip, 1)] {
      for (number, ring) in rings.enumerated() {
        let part = 1 - 0.3 * Float(number)
        for (step, index) in ring.enumerated() {
          let angle = Float.pi * Float(step) / Float(ring.count - 1)
          put(index, -radii.x * (1 - 0.05 * Float(number)) * cosf(angle), sign * radii.y * part * sinf(angle) + dy)
        }
      }
    }
    return points
  }

  private func fit(_ points: [SIMD3<Float>], in picture: PicturePyramid) throws -> [SIMD3<Float>] {
    try LipFit.shift(of: points, in: picture)?.moved(points) ?? points
  }

  /// How far the middles of the upper and of the lower lip's outline are below those of the picture, along the face.
  private func errors(_ points: [SIMD3<Float>], roll: Float = 0) -> [Float] {
    zip([0, 17], [-radii.y, radii.y]).map { index, wanted in
      turned(SIMD2(points[index].x, points[index].y) - center, -roll).y - wanted
    }
  }

  @Test(arguments: [Float(-5), -3, 4], [Float(0), 0.4])
  func `displaced lips are moved onto those of the picture`(dy: Float, roll: Float) throws {
    let picture = picture([170, 80, 85], on: [205, 160, 140], roll: roll)
    let fitted = try fit(mesh(dy: dy, roll: roll), in: picture)
    for error in errors(fitted, roll: roll) { #expect(abs(error) < 0.4 * abs(dy), "\(error)") }
    // Eyes stay, and the lips stay a mouth: the corners are moved once.
    let (eye, corner) = (MeshTopology.leftEyeOuter, MeshTopology.mouthLeft)
    #expect(fitted[eye] == mesh(dy: dy, roll: roll)[eye])
    let moved = fitted[corner] - mesh(dy: dy, roll: roll)[corner]
    #expect(abs(turned(SIMD2(moved.x, moved.y), -roll).y) <= abs(dy) + 0.5)
  }

  @Test func `lips of dark skin and of photos in black and white are found too`() throws {
    for (lips, skin) in [([80, 40, 42], [75, 50, 38]), ([110, 110, 110], [190, 190, 190])] as [([UInt8], [UInt8])] {
      let fitted = try fit(mesh(dy: -4), in: picture(lips, on: skin))
      for error in errors(fitted) { #expect(abs(error) < 2.5, "\(lips): \(error)") }
    }
  }

  @Test func `lips that are correct, or not visible, stay`() throws {
    for (lips, dy) in [([170, 80, 85], 0), ([205, 160, 140], -4)] as [([UInt8], Float)] {
      let points = mesh(dy: dy)
      let fitted = try fit(points, in: picture(lips, on: [205, 160, 140]))
      for (before, after) in zip(points, fitted) { #expect(abs(after.y - before.y) < 0.8) }
    }
  }

  @Test func `a mouth of few pixels and a face without lips stay as they are`() throws {
    let picture = picture([170, 80, 85], on: [205, 160, 140])
    for scale: Float in [0, 0.1] {
      let points = mesh(dy: -4).map { $0 * scale }
      #expect(try fit(points, in: picture) == points)
    }
  }

  @Test func `a later frame moves the lips by a quarter of the difference`() {
    let known = LipShift(corners: 0, upper: 0.08, lower: -0.04)
    let shift = known.averaged(with: LipShift(corners: 0.04, upper: 0, lower: 0))
    #expect(abs(shift.corners - 0.01) < 1e-6 && abs(shift.upper - 0.06) < 1e-6 && abs(shift.lower + 0.03) < 1e-6)
  }
}
