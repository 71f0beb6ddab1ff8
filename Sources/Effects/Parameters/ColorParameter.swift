import FilterGraph

/// A setting that is a colour, written as CSS does: `#rrggbb`, `tomato`.
public struct ColorParameter: Sendable, Hashable {
  public let name: String
  public let defaultValue: Color
  public let summary: String

  public init(_ name: String, default value: Color, _ summary: String) {
    self.name = name
    // As it is written in lists and presets, so that what is read from there is the same.
    defaultValue = Color(css: value.description) ?? value
    self.summary = summary
  }
}
