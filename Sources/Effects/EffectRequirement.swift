/// What has to be found in a picture for an effect to do anything.
public enum EffectRequirement: String, Sendable, Hashable {
  /// At least one of the effect's mattes.
  case anyMatte
  /// At least one of the faces that are meant.
  case faces
  /// At least one bar code or two-dimensional code.
  case codes
}
