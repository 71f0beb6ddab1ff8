/// The meaning of a pixel's fourth component. Part of an image's type, never guessed.
public enum AlphaType: Sendable, Hashable, CaseIterable {
  /// Every pixel is fully opaque.
  case opaque
  /// Color components are multiplied by alpha.
  case premultiplied
  /// Color components are independent of alpha.
  case straight
}
