// Values as they are written: 0.5, true, "#ff8000", [10, 20].

extension FilterValue: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// A string; for a colour or a colour space, its name.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A vector; for a point, a rectangle, a transform, a colour or a table, its numbers.
  public init(arrayLiteral elements: Double...) { self = .vector(elements) }

  /// The value converted to another type, as strings and vectors may represent other types; unchanged if it cannot be
  /// converted.
  func converted(to type: FilterParameterType) -> FilterValue {
    switch self {
    case .text(let text) where type == .color || type == .colorSpace: FilterValue(text, as: type) ?? self
    case .vector(let numbers) where type != .vector && type != .number: FilterValue(numbers: numbers, as: type) ?? self
    default: self
    }
  }
}
