import FoundationEssentials

/// Why a filter cannot be made from a name and values, or cannot be rendered.
public enum FilterError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// No filter has the name; `nearest` has names with similar spelling, or containing the word.
  case unknownFilter(String, nearest: [String])
  /// The filter has no such parameter; `nearest` has keys with similar spelling.
  case unknownParameter(String, filter: String, nearest: [String], known: [String])
  /// A parameter without a default was not given.
  case missingParameter(key: String, filter: String)
  /// A value of another type than the parameter's.
  case wrongType(key: String, filter: String, expected: FilterParameterType, got: FilterParameterType)
  /// A vector of another length than the parameter's.
  case wrongCount(key: String, filter: String, expected: Int, got: Int)
  /// A number that is NaN, infinite, or of a magnitude above 1e12.
  case notFinite(key: String, filter: String)
  /// A number outside the declared range.
  case outOfRange(key: String, filter: String, value: Double, range: ClosedRange<Double>)
  /// A string that is not a value of the parameter's type.
  case unreadableValue(String, key: String, filter: String, expected: FilterParameterType)
  /// Values that do not fit together, such as a cube whose samples do not match its dimension.
  case invalidValue(key: String, filter: String, reason: String)

  /// The parameter at fault; nil if it is the filter's name.
  public var key: String? {
    switch self {
    case .unknownFilter: nil
    case .unknownParameter(let key, _, _, _): key
    case .missingParameter(let key, _), .wrongType(let key, _, _, _), .wrongCount(let key, _, _, _),
      .notFinite(let key, _), .outOfRange(let key, _, _, _), .unreadableValue(_, let key, _, _),
      .invalidValue(let key, _, _):
      key
    }
  }

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .unknownFilter(let name, let nearest):
      "There is no filter \"\(name)\"." + FilterError.question(nearest) + " `mattetool filters` lists all."
    case .unknownParameter(let key, let filter, let nearest, let known):
      "The filter \(filter) has no parameter \"\(key)\"."
        + FilterError.question(nearest)
        + (known.isEmpty ? " It has none." : " It has: \(known.joined(separator: ", ")).")
    case .missingParameter(let key, let filter): "The filter \(filter) needs a value for \"\(key)\"."
    case .wrongType(let key, let filter, let expected, let got):
      "The parameter \"\(key)\" of \(filter) is a \(expected.rawValue), not a \(got.rawValue)."
    case .wrongCount(let key, let filter, let expected, let got):
      "The parameter \"\(key)\" of \(filter) holds \(expected) numbers, not \(got)."
    case .notFinite(let key, let filter):
      "The parameter \"\(key)\" of \(filter) must be finite: no infinity, no NaN, and nothing beyond 1e12 or -1e12."
    case .outOfRange(let key, let filter, let value, let range):
      "The parameter \"\(key)\" of \(filter) must be \(range.words), not \(value.plain)."
    case .unreadableValue(let text, let key, let filter, let expected):
      "\"\(text)\" is no \(expected.rawValue) for the parameter \"\(key)\" of \(filter)."
    case .invalidValue(let key, let filter, let reason):
      "The parameter \"\(key)\" of \(filter) cannot be used: \(reason)."
    }
  }

  /// ` Did you mean "a" or "b"?`
  private static func question(_ names: [String]) -> String {
    names.isEmpty ? "" : " Did you mean \(names.map { "\"\($0)\"" }.joined(separator: " or "))?"
  }
}
