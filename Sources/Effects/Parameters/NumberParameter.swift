/// A setting that is a number in a range.
public struct NumberParameter: Sendable, Hashable {
  /// The name of the setting, as in `--set name=value`.
  public let name: String
  /// The value where none is set.
  public let defaultValue: Double
  /// The values that are accepted; others are an error.
  public let range: ClosedRange<Double>
  /// The unit for people; empty for a plain factor.
  public let unit: String
  /// The setting's description, in one line.
  public let summary: String

  /// Declares the setting, once, in the effect's own file.
  public init(
    _ name: String, default value: Double, in range: ClosedRange<Double>, unit: String = "", _ summary: String
  ) {
    self.name = name
    defaultValue = value
    self.range = range
    self.unit = unit
    self.summary = summary
  }
}
