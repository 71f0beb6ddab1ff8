import FoundationEssentials
import Imaging

/// The sizes of a photo and its mattes (AVFoundation's `AVCaptureResolvedPhotoSettings`). A value.
public struct ResolvedPhotoSettings: Sendable, Hashable {
  /// The request's ``PhotoSettings/uniqueID``.
  public let uniqueID: UUID
  /// The size of the photo as stored, in pixels.
  public let photoDimensions: PixelSize
  /// The size of the frames that the session delivers meanwhile, in pixels.
  public let previewDimensions: PixelSize
  /// The sizes of the requested mattes, in pixels. Before the photo is processed, they are expected sizes. Afterwards
  /// the size of a matte that was not made, because it would be empty, is 0x0.
  public var matteDimensions: [MatteKind: PixelSize]

  /// - Parameter photoDimensions: the size of the photo; nil for that of the frames.
  init(_ settings: PhotoSettings, photoDimensions: PixelSize?, previewDimensions: PixelSize) {
    let size = photoDimensions ?? previewDimensions
    uniqueID = settings.uniqueID
    self.photoDimensions = size
    self.previewDimensions = previewDimensions
    matteDimensions = Dictionary(uniqueKeysWithValues: settings.mattes.map { ($0, size.half) })
  }
}
