import Imaging

/// The yaw network's last prediction for a face, with the mesh's geometric yaw of the same frame. In later frames the
/// change of the geometric yaw is added, so that the network need not run each time.
struct YawCalibration: Sendable, Hashable {
  /// The yaw network's answer.
  var networkYaw: Angle
  /// The geometric yaw, see ``HeadPose/yaw``.
  var meshYaw: Angle

  /// Turns beyond this many degrees are not extrapolated: the mesh flattens heads in profile.
  private static let maximumTurn = 8.0

  /// The yaw now; nil if the head has turned so far that the network must run.
  func yaw(at pose: HeadPose) -> Angle? {
    let turn = (pose.yaw - meshYaw).signed
    return abs(turn.degrees) <= Self.maximumTurn ? (networkYaw + turn).normalized : nil
  }
}
