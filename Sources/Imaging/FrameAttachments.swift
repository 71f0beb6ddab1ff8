/// Metadata of a frame from a camera or a decoder, as the attachments of AVFoundation's sample buffers. Unknown
/// properties are nil. A value.
public struct FrameAttachments: Sendable, Hashable {
  /// The focal length in millimetres on film of 35 mm, whose picture is 36 mm wide, of the visible part of the frame,
  /// including zoom.
  public var focalLengthIn35mmFilm: Double?
  /// The exposure time, in seconds.
  public var exposureTime: Double?
  /// The intrinsic parameters of the camera.
  public var intrinsics: CameraIntrinsics?
  /// Whether a part of the picture was missing or damaged in its file and concealed by the decoder. Not all decoders
  /// report it; that of H.264 does.
  public var isDamaged = false

  /// Attachments; by default nothing is known.
  public init(
    focalLengthIn35mmFilm: Double? = nil, exposureTime: Double? = nil, intrinsics: CameraIntrinsics? = nil
  ) {
    self.focalLengthIn35mmFilm = focalLengthIn35mmFilm
    self.exposureTime = exposureTime
    self.intrinsics = intrinsics
  }

  /// The metadata of a part of the frame that is cropped and scaled.
  ///
  /// - Parameters:
  ///   - region: the part, as fractions of the frame.
  ///   - source: the size of the frame.
  ///   - size: the size to which the part is scaled.
  public func cropped(to region: NormalizedRect, of source: PixelSize, as size: PixelSize) -> FrameAttachments {
    var part = self
    part.focalLengthIn35mmFilm = focalLengthIn35mmFilm.map { $0 / region.width }
    part.intrinsics = intrinsics?.cropped(to: region, of: source, as: size)
    return part
  }
}
