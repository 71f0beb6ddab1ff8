/// A kind of media that a port of an input gives (AVFoundation's `AVMediaType`).
public enum CaptureMediaType: String, Sendable, Hashable, CaseIterable {
  /// Pictures.
  case video
  /// Sound.
  case audio
  /// Objects that are detected in pictures: faces, codes.
  case metadataObject
}
