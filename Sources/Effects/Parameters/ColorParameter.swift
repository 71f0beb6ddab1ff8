import FilterGraph

/// A setting that is a colour, written as in CSS: `#rrggbb`, `tomato`.
public struct ColorParameter: Sendable, Hashable {
  /// The name of the setting, as in `--set name=value`.
  public let name: String
  /// The value where none is set.
  public let defaultValue: Color
  /// The setting's description, in one line.
  public let summary: String

  /// Declares the setting, once, in the effect's own file.
  public init(_ name: String, default value: Color, _ summary: String) {
    self.name = name
    // As in lists and presets, so that parsing it gives the same value.
    defaultValue = Color(css: value.description) ?? value
    self.summary = summary
  }
}
