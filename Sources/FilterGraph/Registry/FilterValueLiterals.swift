// Values as they are written: 0.5, true, "#ff8000", [10, 20].

extension FilterValue: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// A text; where a colour or a colour space is wanted, that of its name.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A vector; where a point, a rectangle, a transform, a colour or a table is wanted, one of these numbers.
  public init(arrayLiteral elements: Double...) { self = .vector(elements) }

  /// The value converted to another type, as strings and vectors may stand for other types; unchanged if it cannot be
  /// converted.
  func converted(to type: FilterParameterType) -> FilterValue {
    switch self {
    case .text(let text) where type == .color || type == .colorSpace: FilterValue(text, as: type) ?? self
    case .vector(let numbers) where type != .vector && type != .number: FilterValue(numbers: numbers, as: type) ?? self
    default: self
    }
  }
}
