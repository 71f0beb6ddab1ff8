import Imaging

/// What a mesh's yaw means in degrees: the network flattens faces, the more the further they are turned.
///
/// Measured on the 390 photos of FASSEG (Khan et al., "Multi-class semantic segmentation of faces", 2015), whose people
/// were asked to turn by steps of 15 degrees: the mean of each step, both sides taken together.
enum YawCalibration {
  /// The mesh's yaw, and the yaw that was asked for.
  static let steps: [(mesh: Double, head: Double)] = [
    (0, 0), (12.6, 15), (24.4, 30), (37.5, 45), (47.1, 60), (54, 75), (58.4, 90),
  ]

  /// The head's yaw for a mesh's: straight lines between the steps, and the last one's ratio beyond.
  static func head(mesh yaw: Angle) -> Angle {
    let signed = yaw.signed.degrees
    let turn = abs(signed)
    guard let last = steps.last else { return yaw }
    var head = turn * last.head / last.mesh
    for (low, high) in zip(steps, steps.dropFirst()) where turn <= high.mesh {
      head = low.head + (turn - low.mesh) / (high.mesh - low.mesh) * (high.head - low.head)
      break
    }
    // More than this is the back of a head.
    head = min(head, 100)
    return Angle(degrees: signed < 0 ? -head : head).normalized
  }
}
