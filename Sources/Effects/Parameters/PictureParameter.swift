/// A setting that is another picture; none by default.
public struct PictureParameter: Sendable, Hashable {
  /// The name of the setting, as in `--set name=value`.
  public let name: String
  /// The setting's description, in one line.
  public let summary: String

  /// Declares the setting, once, in the effect's own file.
  public init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }
}
