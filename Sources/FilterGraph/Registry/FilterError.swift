/// Why a filter cannot be made from a name and values.
public enum FilterError: Error, Sendable, Hashable, CustomStringConvertible {
  case unknownFilter(String, nearest: String?)
  case unknownParameter(String, filter: String, nearest: String?, known: [String])
  case missingParameter(key: String, filter: String)
  case wrongType(key: String, filter: String, expected: FilterParameterType, got: FilterParameterType)
  case outOfRange(key: String, filter: String, value: Double, range: ClosedRange<Double>)
  case unreadableValue(String, key: String, filter: String, expected: FilterParameterType)

  public var description: String {
    switch self {
    case .unknownFilter(let name, let nearest):
      "There is no filter \"\(name)\"." + (nearest.map { " Did you mean \"\($0)\"?" } ?? "")
    case .unknownParameter(let key, let filter, let nearest, let known):
      "The filter \(filter) has no parameter \"\(key)\"."
        + (nearest.map { " Did you mean \"\($0)\"?" } ?? "")
        + (known.isEmpty ? " It has none." : " It has: \(known.joined(separator: ", ")).")
    case .missingParameter(let key, let filter): "The filter \(filter) needs a value for \"\(key)\"."
    case .wrongType(let key, let filter, let expected, let got):
      "The parameter \"\(key)\" of \(filter) is a finite \(expected.rawValue), not a \(got.rawValue) like that."
    case .outOfRange(let key, let filter, let value, let range):
      "The parameter \"\(key)\" of \(filter) must lie in \(range.lowerBound)...\(range.upperBound), not at \(value)."
    case .unreadableValue(let text, let key, let filter, let expected):
      "\"\(text)\" is no \(expected.rawValue) for the parameter \"\(key)\" of \(filter)."
    }
  }
}
