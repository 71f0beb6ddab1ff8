/// What a camera or a decoder says of a frame beside its picture (the attachments of AVFoundation's sample buffers). What
/// is not said is nil. A value.
public struct FrameAttachments: Sendable, Hashable {
  /// The focal length in millimetres on film of 35 mm, whose picture is 36 mm wide: of what the frame shows, zoom and all.
  public var focalLengthIn35mmFilm: Double?
  /// How long the sensor took in light, in seconds.
  public var exposureTime: Double?
  /// How the camera throws the world on the frame's pixels.
  public var intrinsics: CameraIntrinsics?
  /// Whether something of the picture was missing or wrong in its file, and the decoder made it up. Not all decoders say so;
  /// that of H.264 does.
  public var isDamaged = false

  /// Attachments; by default nothing is known.
  public init(
    focalLengthIn35mmFilm: Double? = nil, exposureTime: Double? = nil, intrinsics: CameraIntrinsics? = nil
  ) {
    self.focalLengthIn35mmFilm = focalLengthIn35mmFilm
    self.exposureTime = exposureTime
    self.intrinsics = intrinsics
  }

  /// Those of a frame that a part of this one has become.
  ///
  /// - Parameters:
  ///   - region: the part, as fractions of the frame.
  ///   - source: the size of the frame.
  ///   - size: the size of what the part has become.
  public func cropped(to region: NormalizedRect, of source: PixelSize, as size: PixelSize) -> FrameAttachments {
    var part = self
    part.focalLengthIn35mmFilm = focalLengthIn35mmFilm.map { $0 / region.width }
    part.intrinsics = intrinsics?.cropped(to: region, of: source, as: size)
    return part
  }
}
