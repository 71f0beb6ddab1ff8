import FoundationEssentials
import Imaging

/// What a photo will be, or is (AVFoundation's `AVCaptureResolvedPhotoSettings`). A value.
public struct ResolvedPhotoSettings: Sendable, Hashable {
  /// The request's ``PhotoSettings/uniqueID``.
  public let uniqueID: UUID
  /// The size of the photo as stored, in pixels.
  public let photoDimensions: PixelSize
  /// The size of the frames that are shown meanwhile.
  public let previewDimensions: PixelSize
  /// The sizes of the mattes that were asked for. Before the photo is processed, those that they have if somebody is in the
  /// picture; afterwards 0x0 for each that does not come.
  public var matteDimensions: [MatteKind: PixelSize]
}
