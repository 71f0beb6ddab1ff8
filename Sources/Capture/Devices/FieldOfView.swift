import Glibc
import Imaging

/// The horizontal field of view of a picture, with conversions between positions and angles. A value.
public struct FieldOfView: Sendable, Hashable {
  /// The angle between the left and the right edge.
  public var horizontal: Angle

  /// - Parameter horizontal: the angle between the left and the right edge, above 0° and below 180°.
  public init(horizontal: Angle) { self.horizontal = horizontal }

  /// The field of view of a lens.
  ///
  /// - Parameter focalLength: the focal length in millimetres for 35 mm film, whose picture is 36 mm wide; above 0.
  public init(focalLengthIn35mmFilm focalLength: Double) {
    horizontal = Angle(radians: 2 * atan(18 / focalLength))
  }

  /// The equivalent focal length for 35 mm film, in millimetres.
  public var focalLengthIn35mmFilm: Double { 18 / tan(horizontal.radians / 2) }

  /// The field of view that a zoom shows.
  ///
  /// - Parameter factor: the zoom factor, at least 1.
  public func zoomed(by factor: Double) -> FieldOfView {
    FieldOfView(horizontal: Angle(radians: 2 * atan(tan(horizontal.radians / 2) / factor)))
  }

  /// The pinhole model of a camera with this field of view, square pixels and the optical axis in the middle.
  ///
  /// - Parameter size: the size of the frame, in pixels.
  public func intrinsics(of size: PixelSize) -> CameraIntrinsics {
    let focalLength = Double(size.width) / 2 / tan(horizontal.radians / 2)
    return CameraIntrinsics(
      focalLengthX: focalLength, focalLengthY: focalLength, principalPointX: Double(size.width) / 2,
      principalPointY: Double(size.height) / 2)
  }

  /// A frame of a camera with this field of view, completed with the intrinsics if the camera gave none.
  func described(_ frame: Frame) -> Frame {
    var frame = frame
    if frame.attachments.focalLengthIn35mmFilm == nil {
      frame.attachments.focalLengthIn35mmFilm = focalLengthIn35mmFilm
    }
    if frame.attachments.intrinsics == nil { frame.attachments.intrinsics = intrinsics(of: frame.size) }
    return frame
  }

  /// The horizontal angle of a position as the camera sees it: positive right of the middle, negative left of it.
  ///
  /// - Parameter x: the position in the picture, 0 at the left edge and 1 at the right.
  public func angle(atNormalizedX x: Double) -> Angle {
    Angle(radians: atan((2 * x - 1) * tan(horizontal.radians / 2)))
  }
}
