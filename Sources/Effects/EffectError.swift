/// Why an effect cannot be made from what was asked for.
public enum EffectError: Error, Sendable, Hashable, CustomStringConvertible {
  case unknownEffect(String, known: [String])
  case unknownSetting(String, effect: String, known: [String])
  case wrongType(String, effect: String, expected: String)
  case outOfRange(String, effect: String, value: Double, range: ClosedRange<Double>)

  public var description: String {
    switch self {
    case .unknownEffect(let name, let known):
      "there is no effect '\(name)'; there are \(known.joined(separator: ", "))"
    case .unknownSetting(let key, let effect, let known):
      known.isEmpty
        ? "\(effect) has no setting '\(key)': it has none at all"
        : "\(effect) has no setting '\(key)'; it has \(known.joined(separator: ", "))"
    case .wrongType(let key, let effect, let expected): "\(effect): '\(key)' takes \(expected)"
    case .outOfRange(let key, let effect, let value, let range):
      "\(effect): '\(key)' is \(value.plain), but takes \(range.lowerBound.plain) to \(range.upperBound.plain)"
    }
  }
}
