/// A setting that is another picture; there is none if nothing is said.
public struct PictureParameter: Sendable, Hashable {
  /// The name of the setting, as in `--set name=value`.
  public let name: String
  /// What the setting does, in one line.
  public let summary: String

  /// Declares the setting: said once, in the effect's own file.
  public init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }
}
