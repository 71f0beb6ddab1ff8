/// What the fourth component of a pixel means; part of an image's type information, never guessed.
public enum AlphaType: Sendable, Hashable, CaseIterable {
  /// Every pixel is fully opaque.
  case opaque
  /// The colour components are already multiplied by alpha.
  case premultiplied
  /// The colour components are independent of alpha.
  case straight
}
