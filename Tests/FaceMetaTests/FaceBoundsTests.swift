@testable import FaceMeta
import Imaging
import Testing

@Suite struct FaceBoundsTests {
  static let size = PixelSize(width: 1000, height: 500)

  static func bounds(roll: Double) -> NormalizedRect {
    let points = SyntheticHead.turned(roll: roll, yaw: 0, pitch: 0).map { $0 + SIMD3(400, 200, 0) }
    return FaceBounds.bounds(of: points, roll: .degrees(roll), in: size)
  }

  @Test func `bounds run from above the eyebrows to below the lips`() {
    let bounds = Self.bounds(roll: 0)
    let points = SyntheticHead.mesh()
    let top = (FacePart.leftEyebrow.meshIndices + FacePart.rightEyebrow.meshIndices).map { points[$0].y }.min() ?? 0
    let bottom = FacePart.outerLips.meshIndices.map { points[$0].y }.max() ?? 0
    let sides = FacePart.faceOval.meshIndices.map { points[$0].x }
    let more = Double(bottom - top) * 0.06
    #expect(abs(bounds.minY * 500 - (200 + Double(top) - more)) < 0.01)
    #expect(abs(bounds.maxY * 500 - (200 + Double(bottom) + more)) < 0.01)
    #expect(abs(bounds.minX * 1000 - 400 - Double(sides.min() ?? 0)) < 0.01)
    #expect(abs(bounds.maxX * 1000 - 400 - Double(sides.max() ?? 0)) < 0.01)
  }

  @Test func `a head on its side has its bounds on their side`() {
    let upright = Self.bounds(roll: 0)
    let lying = Self.bounds(roll: 90)
    #expect(abs(upright.width * 1000 - lying.height * 500) < 0.01)
    #expect(abs(upright.height * 500 - lying.width * 1000) < 0.01)
  }

  @Test(arguments: Array(stride(from: -180.0, through: 180, by: 15)))
  func `bounds do not grow with roll`(roll: Double) {
    let upright = Self.bounds(roll: 0)
    let rolled = Self.bounds(roll: roll)
    let longest = max(upright.width * 1000, upright.height * 500)
    #expect(rolled.width * 1000 <= longest + 0.01 && rolled.height * 500 <= longest + 0.01)
  }

  @Test func `a forehead within a face is dropped, a neighbour and a child before it are not`() {
    func face(_ x: Double, _ y: Double, _ size: Double, _ confidence: Double) -> Face {
      Face(bounds: NormalizedRect(x: x, y: y, width: size, height: size), confidence: confidence)
    }
    let adult = face(0.2, 0.2, 0.4, 0.95)
    let forehead = face(0.25, 0.1, 0.2, 0.7)
    let ear = face(0.65, 0.4, 0.08, 0.7)
    let neighbour = face(0.58, 0.2, 0.4, 0.9)
    let child = face(0.61, 0.55, 0.1, 0.92)
    #expect(DuplicateFaceFilter.unique([forehead, adult, ear]) == [adult])
    #expect(DuplicateFaceFilter.unique([neighbour, adult]) == [adult, neighbour])
    #expect(DuplicateFaceFilter.unique([child, adult]) == [adult, child])
  }
}
