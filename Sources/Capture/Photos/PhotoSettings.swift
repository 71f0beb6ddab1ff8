import Effects
import FilterGraph
import FoundationEssentials
import Imaging
import PhotoFile

/// The settings of one photo (AVFoundation's `AVCapturePhotoSettings`). A value that serves for one request.
public struct PhotoSettings: Sendable {
  /// The identifier of the request in its events.
  public let uniqueID = UUID()
  /// The file format and its quality.
  public var encoding: EncodingOptions
  /// The mattes to write into the file, a subset of those that the output has enabled.
  public var mattes: Set<MatteKind>
  /// Whether the photo has all pixels of the device even if frames are scaled down.
  public var isHighResolution: Bool
  /// Effects on the photo; none by default.
  public var effects: EffectStack?
  /// Makes a picture that is drawn over the photo, as a preview shows it, in the photo's stored coordinates. Its
  /// argument is the photo with its faces, which have the identities of the session's ``MetadataOutput``. Nil for none.
  public var overlay: (@Sendable (EffectSubject) -> Image)?

  /// - Parameters:
  ///   - encoding: the file format and its quality.
  ///   - mattes: the mattes to write into the file.
  ///   - isHighResolution: whether the photo has all pixels of the device.
  ///   - effects: effects on the photo; nil for none.
  ///   - overlay: makes a picture that is drawn over the photo; nil for none.
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
