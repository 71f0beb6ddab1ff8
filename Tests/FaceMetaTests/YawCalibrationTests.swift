import Imaging
import Testing

@testable import FaceMeta

@Suite struct YawCalibrationTests {
  private func pose(yaw: Double) throws -> HeadPose {
    try #require(HeadPose(points: SyntheticHead.turned(roll: 0, yaw: yaw, pitch: 0)))
  }

  @Test(arguments: [(40.0, 30.0), (-80, -50), (2, -1)])
  func `what the geometry has turned since is added to what the network said`(networkYaw: Double, meshYaw: Double)
    throws
  {
    let known = YawCalibration(networkYaw: .degrees(networkYaw), meshYaw: .degrees(meshYaw))
    for turn in [-6.0, 0, 5] {
      let now = try #require(known.yaw(at: try pose(yaw: meshYaw + turn)))
      #expect(abs((now - .degrees(networkYaw + turn)).signed.degrees) < 0.05)
    }
  }

  @Test func `after a turn the network runs again`() throws {
    let known = YawCalibration(networkYaw: .degrees(10), meshYaw: .degrees(8))
    #expect(known.yaw(at: try pose(yaw: 20)) == nil)
    #expect(known.yaw(at: try pose(yaw: -4)) == nil)
  }
}
