import Glibc
import Imaging
import Testing

@testable import FaceMeta

@Suite struct CenterFacePoseTests {
  /// Eyes, nose and mouth of a face that looks ahead or to the viewer's left by 90 degrees, turned and moved.
  private func points(profile: Bool, roll: Double) -> [SIMD2<Float>] {
    let half: Float = profile ? 0.191 : 0.49
    let nose: Float = profile ? -0.364 : 0
    let upright: [SIMD2<Float>] = [
      SIMD2(-half, -0.5), SIMD2(half, -0.5), SIMD2(nose, 0), SIMD2(-half * 0.8, 0.5), SIMD2(half * 0.8, 0.5),
    ]
    let (c, s) = (Float(cos(roll * .pi / 180)), Float(sin(roll * .pi / 180)))
    return upright.map { SIMD2(c * $0.x - s * $0.y, s * $0.x + c * $0.y) * 37 + SIMD2(300, 200) }
  }

  @Test(arguments: [0.0, 30, -80, 170])
  func `roll and yaw come from the points, wherever and however turned`(roll: Double) throws {
    let ahead = try #require(CenterFacePose(points: points(profile: false, roll: roll)))
    #expect(abs((ahead.roll - .degrees(roll)).signed.degrees) < 0.1)
    #expect(abs(ahead.yaw.signed.degrees) < 1)
    let left = try #require(CenterFacePose(points: points(profile: true, roll: roll)))
    #expect(abs((left.roll - .degrees(roll)).signed.degrees) < 0.1)
    #expect(abs(left.yaw.signed.degrees - 90) < 1)
  }

  @Test func `coincident points of a detection have no pose`() {
    #expect(CenterFacePose(points: []) == nil)
    #expect(CenterFacePose(points: [SIMD2<Float>](repeating: .zero, count: 5)) == nil)
    #expect(CenterFacePose(points: [SIMD2<Float>](repeating: SIMD2(.nan, 1), count: 5)) == nil)
  }
}
