/// The meaning of a pixel's fourth component. Part of an image's type, never guessed.
public enum AlphaType: Sendable, Hashable, CaseIterable {
  /// Every pixel is fully opaque.
  case opaque
  /// Colour components are multiplied by alpha.
  case premultiplied
  /// Colour components are independent of alpha.
  case straight
}
