import Imaging
import Support
import Testing

@testable import FaceMeta

@Suite struct KnownYawTests {
  private func pose(yaw: Double) throws -> HeadPose {
    try #require(HeadPose(points: SyntheticHead.turned(roll: 0, yaw: yaw, pitch: 0)))
  }

  @Test(arguments: [(40.0, 30.0), (-80, -50), (2, -1)])
  func `what the geometry has turned since is added to what the network said`(told: Double, geometry: Double) throws {
    let known = KnownYaw(told: .degrees(told), geometry: .degrees(geometry))
    for turn in [-6.0, 0, 5] {
      let now = try #require(known.yaw(at: try pose(yaw: geometry + turn)))
      #expect(abs((now - .degrees(told + turn)).signed.degrees) < 0.05)
    }
  }

  @Test func `after a turn the network is to be asked again`() throws {
    let known = KnownYaw(told: .degrees(10), geometry: .degrees(8))
    #expect(known.yaw(at: try pose(yaw: 20)) == nil)
    #expect(known.yaw(at: try pose(yaw: -4)) == nil)
  }
}
