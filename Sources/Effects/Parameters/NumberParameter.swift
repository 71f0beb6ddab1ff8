/// A setting that is a number in a range.
public struct NumberParameter: Sendable, Hashable {
  public let name: String
  public let defaultValue: Double
  public let range: ClosedRange<Double>
  /// The unit for people; empty for a plain factor.
  public let unit: String
  public let summary: String

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
