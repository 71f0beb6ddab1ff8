import Glibc
import Imaging

/// The rotation of a head, from the points of its mesh.
///
/// The axis from the subject's right to the left is the sum of the differences of mirrored points. The axis up is that
/// of the midline, made perpendicular to it. Both hold for any face, because faces are nearly symmetric, so that no
/// model of an average face is fitted. The roll is the mean of the two axes' rolls.
struct HeadPose: Sendable, Hashable {
  /// Clockwise positive as the viewer sees it.
  var roll: Angle
  /// Positive towards the viewer's left.
  var yaw: Angle
  /// Positive upwards.
  var pitch: Angle

  /// - Parameter points: at least the 468 of the mesh, x, y and z in one unit; z smaller is nearer.
  init?(points: [SIMD3<Float>]) {
    guard points.count >= MeshTopology.count else { return nil }
    var across = SIMD3<Float>.zero
    for pair in MeshTopology.mirroredPairs { across += points[pair.left] - points[pair.right] }
    var up = SIMD3<Float>.zero
    for pair in MeshTopology.midline { up += points[pair.upper] - points[pair.lower] }
    let width = (across * across).sum().squareRoot()
    guard width > 0, width.isFinite else { return nil }
    across /= width
    let length = (up * up).sum().squareRoot()
    guard length > 0, length.isFinite else { return nil }
    up /= length
    // Both axes have about the same error: sunglasses move the eyes of a mesh, hair and beards its edge.
    let level = across - up * (across * up).sum() / 2
    up -= across * (across * up).sum()
    let height = (up * up).sum().squareRoot()
    guard height > 0, height.isFinite else { return nil }
    up /= height
    // The direction of the face: perpendicular to both axes, towards the viewer (smaller z) when it faces the camera.
    let ahead = SIMD3(
      across.y * up.z - across.z * up.y, across.z * up.x - across.x * up.z, across.x * up.y - across.y * up.x)

    let roll = atan2f(level.y, level.x)
    // The same direction with the roll taken out.
    let (c, s) = (cosf(roll), sinf(roll))
    let x = c * ahead.x + s * ahead.y
    let y = c * ahead.y - s * ahead.x
    self.roll = Angle(radians: Double(roll)).normalized
    // To the viewer's left is -x, towards the viewer -z, up -y.
    yaw = Angle(radians: Double(atan2f(-x, -ahead.z))).normalized
    pitch = Angle(radians: Double(atan2f(-y, (x * x + ahead.z * ahead.z).squareRoot()))).normalized
  }
}
