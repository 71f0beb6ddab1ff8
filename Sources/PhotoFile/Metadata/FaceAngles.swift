import Imaging

/// A face's angles after the picture is rotated or mirrored.
enum FaceAngles {
  /// A roll after an orientation is applied.
  static func roll(_ roll: Angle, after orientation: Orientation) -> Angle {
    let degrees = roll.degrees
    return switch orientation {
    case .up: Angle(degrees: degrees).normalized
    case .upMirrored: Angle(degrees: -degrees).normalized
    case .down: Angle(degrees: degrees + 180).normalized
    case .downMirrored: Angle(degrees: 180 - degrees).normalized
    case .leftMirrored: Angle(degrees: 270 - degrees).normalized
    case .right: Angle(degrees: degrees + 90).normalized
    case .rightMirrored: Angle(degrees: 90 - degrees).normalized
    case .left: Angle(degrees: degrees + 270).normalized
    }
  }

  /// A yaw after an orientation is applied: a mirror image changes its sign, a rotation in the plane changes nothing.
  static func yaw(_ yaw: Angle, after orientation: Orientation) -> Angle {
    (orientation.isMirrored ? -yaw : yaw).normalized
  }
}
