import Effects
import FilterGraph
import FoundationEssentials
import Imaging
import PhotoFile

/// What one photo is to be (AVFoundation's `AVCapturePhotoSettings`). A value for one request: the next takes one of its own.
public struct PhotoSettings: Sendable {
  /// Names the request in all that is told of it.
  public let uniqueID = UUID()
  /// The kind of file, HEIC or JPEG or another that is written, and its quality.
  public var encoding: EncodingOptions
  /// The mattes that the file is to hold, a subset of those that the output has enabled.
  public var mattes: Set<MatteKind>
  /// Whether the photo has all pixels that the device gives, where frames are made smaller.
  public var isHighResolution: Bool
  /// Effects on the photo; none by default.
  public var effects: EffectStack?
  /// Draws on the photo what a preview shows on it: gets the photo with faces, which have the identities that they have in
  /// the session's ``MetadataOutput``, and gives a picture to lay over it, in its stored frame. Nil for nothing.
  public var overlay: (@Sendable (EffectSubject) -> Image)?

  /// - Parameters:
  ///   - encoding: the kind of file and its quality.
  ///   - mattes: those that the file is to hold.
  ///   - isHighResolution: whether the photo has all pixels that the device gives.
  ///   - effects: applied to the photo.
  ///   - overlay: draws on the photo.
  public init(
    encoding: EncodingOptions = .heic(), mattes: Set<MatteKind> = [], isHighResolution: Bool = false,
    effects: EffectStack? = nil, overlay: (@Sendable (EffectSubject) -> Image)? = nil
  ) {
    self.encoding = encoding
    self.mattes = mattes
    self.isHighResolution = isHighResolution
    self.effects = effects
    self.overlay = overlay
  }
}
