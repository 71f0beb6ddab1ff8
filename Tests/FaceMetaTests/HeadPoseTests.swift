@testable import FaceMeta
import Imaging
import Support
import Testing

@Suite struct HeadPoseTests {
  @Test func `a head that faces the camera has no angles`() throws {
    let pose = try #require(HeadPose(points: SyntheticHead.turned(roll: 0, yaw: 0, pitch: 0)))
    #expect(abs(pose.roll.signed.degrees) < 1e-4)
    #expect(abs(pose.yaw.signed.degrees) < 1e-4)
    #expect(abs(pose.pitch.signed.degrees) < 1e-4)
  }

  @Test func `angles of a rotated head are recovered`() throws {
    var random = RepeatableRandomNumberGenerator(seed: 11)
    for _ in 0..<200 {
      let roll = Double.random(in: -179...179, using: &random)
      let yaw = Double.random(in: -80...80, using: &random)
      let pitch = Double.random(in: -60...60, using: &random)
      let pose = try #require(HeadPose(points: SyntheticHead.turned(roll: roll, yaw: yaw, pitch: pitch)))
      #expect(abs((pose.roll - .degrees(roll)).signed.degrees) < 0.01, "\(roll) \(yaw) \(pitch)")
      #expect(abs((pose.yaw - .degrees(yaw)).signed.degrees) < 0.01, "\(roll) \(yaw) \(pitch)")
      #expect(abs((pose.pitch - .degrees(pitch)).signed.degrees) < 0.01, "\(roll) \(yaw) \(pitch)")
    }
  }

  @Test func `a nose to the viewer's right is a yaw near 315`() throws {
    // Read off the axes rather than turned: the subject's left side is further away, as the nose points to the right.
    var points = SyntheticHead.mesh()
    for index in points.indices { points[index].z += points[index].x }
    let pose = try #require(HeadPose(points: points))
    #expect(pose.yaw.degrees > 300 && pose.yaw.degrees < 330)
    #expect(pose.yaw.quantized(toDegrees: 45).degrees == 315)
  }

  @Test func `a viewer's right eye that is lower is a clockwise roll`() throws {
    var points = SyntheticHead.mesh()
    for index in points.indices { points[index].y += points[index].x * 0.2 }
    let roll = try #require(HeadPose(points: points)).roll.degrees
    #expect(roll > 5 && roll < 20)
  }

  @Test func `an error in the pairs alone changes the roll by half of it`() throws {
    // The midline stays upright: sunglasses and hair move what lies to the sides.
    var points = SyntheticHead.mesh()
    for pair in MeshTopology.mirroredPairs {
      points[pair.left].y += points[pair.left].x * 0.1
      points[pair.right].y += points[pair.right].x * 0.1
    }
    let roll = try #require(HeadPose(points: points)).roll.signed.degrees
    // The slope of 0.1 is 5.71 degrees.
    #expect(abs(roll - 5.71 / 2) < 0.1)
  }

  @Test func `coincident points have no pose`() {
    #expect(HeadPose(points: [SIMD3<Float>](repeating: .one, count: 468)) == nil)
    #expect(HeadPose(points: []) == nil)
    #expect(HeadPose(points: [SIMD3<Float>](repeating: SIMD3(.nan, 0, 0), count: 468)) == nil)
  }
}
