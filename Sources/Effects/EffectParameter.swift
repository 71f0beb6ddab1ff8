import FilterGraph

/// One setting of an effect: its name, what it may be, and what it is if nothing is said.
public enum EffectParameter: Sendable {
  case number(NumberParameter)
  case color(ColorParameter)
  case picture(PictureParameter)

  public var name: String {
    switch self {
    case .number(let parameter): parameter.name
    case .color(let parameter): parameter.name
    case .picture(let parameter): parameter.name
    }
  }

  public var summary: String {
    switch self {
    case .number(let parameter): parameter.summary
    case .color(let parameter): parameter.summary
    case .picture(let parameter): parameter.summary
    }
  }
}

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

/// A setting that is a colour, written as CSS does: `#rrggbb`, `tomato`.
public struct ColorParameter: Sendable, Hashable {
  public let name: String
  public let defaultValue: Color
  public let summary: String

  public init(_ name: String, default value: Color, _ summary: String) {
    self.name = name
    defaultValue = value
    self.summary = summary
  }
}

/// A setting that is another picture; there is none if nothing is said.
public struct PictureParameter: Sendable, Hashable {
  public let name: String
  public let summary: String

  public init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }
}
