import Glibc
import Imaging

/// How much of the world a picture shows, by which a program knows degrees: a picture each 10° of a panorama. A value.
public struct FieldOfView: Sendable, Hashable {
  /// The angle from the left edge to the right.
  public var horizontal: Angle

  /// - Parameter horizontal: from the left edge to the right, above 0° and below 180°.
  public init(horizontal: Angle) { self.horizontal = horizontal }

  /// The field of view of a lens.
  ///
  /// - Parameter focalLength: in millimetres on film of 35 mm, whose picture is 36 mm wide; above 0.
  public init(focalLengthIn35mmFilm focalLength: Double) {
    horizontal = Angle(radians: 2 * atan(18 / focalLength))
  }

  /// The focal length in millimetres on film of 35 mm.
  public var focalLengthIn35mmFilm: Double { 18 / tan(horizontal.radians / 2) }

  /// What a zoom leaves of it.
  ///
  /// - Parameter factor: at least 1.
  public func zoomed(by factor: Double) -> FieldOfView {
    FieldOfView(horizontal: Angle(radians: 2 * atan(tan(horizontal.radians / 2) / factor)))
  }

  /// The pinhole model of a camera that sees so much, with square pixels and the optical axis in the middle.
  ///
  /// - Parameter size: of the frame, in pixels.
  public func intrinsics(of size: PixelSize) -> CameraIntrinsics {
    let focalLength = Double(size.width) / 2 / tan(horizontal.radians / 2)
    return CameraIntrinsics(
      focalLengthX: focalLength, focalLengthY: focalLength, principalPointX: Double(size.width) / 2,
      principalPointY: Double(size.height) / 2)
  }

  /// A frame of a camera that sees so much, with what that says of it where the camera did not say it itself.
  func described(_ frame: Frame) -> Frame {
    var frame = frame
    if frame.attachments.focalLengthIn35mmFilm == nil {
      frame.attachments.focalLengthIn35mmFilm = focalLengthIn35mmFilm
    }
    if frame.attachments.intrinsics == nil { frame.attachments.intrinsics = intrinsics(of: frame.size) }
    return frame
  }

  /// How far right of the middle something stands, seen from the camera; negative on the left.
  ///
  /// - Parameter x: where it is in the picture: 0 the left edge, 1 the right.
  public func angle(atNormalizedX x: Double) -> Angle {
    Angle(radians: atan((2 * x - 1) * tan(horizontal.radians / 2)))
  }
}
