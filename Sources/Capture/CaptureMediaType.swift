/// A kind of media of an input's port (AVFoundation's `AVMediaType`).
public enum CaptureMediaType: String, Sendable, Hashable, CaseIterable {
  /// Pictures.
  case video
  /// Sound.
  case audio
  /// Objects that are detected in pictures: faces, codes.
  case metadataObject
}
