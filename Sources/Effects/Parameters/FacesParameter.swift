/// A setting that says which of the faces an effect is for, by their numbers; all if nothing is said.
///
/// Faces are numbered from 0 as ``EffectSubject/faces`` holds them, which is as `mattetool faces` lists them.
public struct FacesParameter: Sendable, Hashable {
  /// The name of the setting, as in `--set name=value`.
  public let name: String
  /// What the setting does, in one line.
  public let summary: String

  /// Declares the setting: said once, in the effect's own file.
  public init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }

  /// `only-face`, as all effects on faces have it.
  public static let onlyFace = FacesParameter(
    "only-face", "Numbers of the faces to change, as `mattetool faces` lists them.")
}
