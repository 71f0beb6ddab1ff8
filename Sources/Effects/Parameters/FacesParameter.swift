/// A setting that selects faces by their numbers; all by default.
///
/// Faces are numbered from 0 in the order of ``EffectSubject/faces``, which is that of `mattetool faces`.
public struct FacesParameter: Sendable, Hashable {
  /// The name of the setting, as in `--set name=value`.
  public let name: String
  /// The setting's description, in one line.
  public let summary: String

  /// Declares the setting, once, in the effect's own file.
  public init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }

  /// `only-face`, as all effects on faces have it.
  public static let onlyFace = FacesParameter(
    "only-face", "Numbers of the faces to change, as `mattetool faces` lists them.")
}
