/// A requirement of an effect on a picture.
public enum EffectRequirement: String, Sendable, Hashable {
  /// At least one of the effect's mattes.
  case anyMatte
  /// At least one of the selected faces.
  case faces
  /// At least one bar code or two-dimensional code.
  case codes
}
