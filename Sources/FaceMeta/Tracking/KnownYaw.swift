import Imaging

/// What the yaw network said of a face, and what the mesh's geometry was then: from one look to the next the geometry
/// tells how much further the head has turned, so that the network need not be asked each time.
struct KnownYaw: Sendable, Hashable {
  /// By the network.
  var told: Angle
  /// By the mesh, of the same look.
  var geometry: Angle

  /// Degrees of the geometry beyond which it tells too little: it flattens what is turned far.
  private static let furthest = 8.0

  /// The yaw now; nil if the head has turned so far since that the network must be asked.
  func yaw(at pose: HeadPose) -> Angle? {
    let turn = (pose.yaw - geometry).signed
    return abs(turn.degrees) <= Self.furthest ? (told + turn).normalized : nil
  }
}
