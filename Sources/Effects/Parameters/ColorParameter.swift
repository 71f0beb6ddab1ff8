import FilterGraph

/// A setting that is a colour, written as CSS does: `#rrggbb`, `tomato`.
public struct ColorParameter: Sendable, Hashable {
  /// The name of the setting, as in `--set name=value`.
  public let name: String
  /// The value where none is set.
  public let defaultValue: Color
  /// What the setting does, in one line.
  public let summary: String

  /// Declares the setting: said once, in the effect's own file.
  public init(_ name: String, default value: Color, _ summary: String) {
    self.name = name
    // As it is written in lists and presets, so that what is read from there is the same.
    defaultValue = Color(css: value.description) ?? value
    self.summary = summary
  }
}
