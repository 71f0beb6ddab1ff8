/// The intrinsic parameters of a camera: the pinhole model without distortion (AVFoundation's `cameraIntrinsicMatrix`),
/// in pixels of the frame as stored, from its top left corner. A value.
public struct CameraIntrinsics: Sendable, Hashable {
  /// The focal length along rows.
  public var focalLengthX: Double
  /// The focal length along columns.
  public var focalLengthY: Double
  /// The column that the optical axis meets.
  public var principalPointX: Double
  /// The row that the optical axis meets.
  public var principalPointY: Double

  /// Intrinsics of their four numbers, in pixels.
  public init(focalLengthX: Double, focalLengthY: Double, principalPointX: Double, principalPointY: Double) {
    self.focalLengthX = focalLengthX
    self.focalLengthY = focalLengthY
    self.principalPointX = principalPointX
    self.principalPointY = principalPointY
  }

  /// The rows of the matrix by which points in front of the camera become points of the picture.
  public var matrix: [[Double]] {
    [[focalLengthX, 0, principalPointX], [0, focalLengthY, principalPointY], [0, 0, 1]]
  }

  /// The parameters of a part of the frame that is cropped and scaled.
  ///
  /// - Parameters:
  ///   - region: the part, as fractions of the frame.
  ///   - source: the size of the frame.
  ///   - size: the size to which the part is scaled.
  public func cropped(to region: NormalizedRect, of source: PixelSize, as size: PixelSize) -> CameraIntrinsics {
    let (left, top) = (region.x * Double(source.width), region.y * Double(source.height))
    let scaleX = Double(size.width) / (region.width * Double(source.width))
    let scaleY = Double(size.height) / (region.height * Double(source.height))
    return CameraIntrinsics(
      focalLengthX: focalLengthX * scaleX, focalLengthY: focalLengthY * scaleY,
      principalPointX: (principalPointX - left) * scaleX, principalPointY: (principalPointY - top) * scaleY)
  }
}
