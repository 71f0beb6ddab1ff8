import FoundationEssentials

/// Why an effect cannot be made from its description.
public enum EffectError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// No effect has the name; `nearest` has names with similar spelling.
  case unknownEffect(String, nearest: [String], known: [String])
  /// The effect has no such setting; `nearest` has names with similar spelling.
  case unknownSetting(String, effect: String, nearest: [String], known: [String])
  /// A value that the setting does not accept.
  case wrongType(String, effect: String, expected: String, got: String?)
  /// A number outside the range of the setting.
  case outOfRange(String, effect: String, value: Double, range: ClosedRange<Double>)
  /// A setting of a stack without an effect's name, or with the name of none of its effects.
  case settingOfNone(String, stack: [String])
  /// A preset that cannot be used, with the path of the mistake: `$.effects[1].settings.radius`.
  case preset(path: String, reason: String)

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .unknownEffect(let name, let nearest, let known):
      "there is no effect '\(name)'; \(EffectError.question(nearest))there are \(known.joined(separator: ", "))"
    case .unknownSetting(let key, let effect, let nearest, let known):
      known.isEmpty
        ? "\(effect) has no setting '\(key)': it has none at all"
        : "\(effect) has no setting '\(key)'; \(EffectError.question(nearest))it has \(known.joined(separator: ", "))"
    case .wrongType(let key, let effect, let expected, let got):
      "\(effect): '\(key)' takes \(expected)" + (got.map { ", not '\($0)'" } ?? "")
    case .outOfRange(let key, let effect, let value, let range):
      "\(effect): '\(key)' is \(value.plain), but takes \(range.lowerBound.plain) to \(range.upperBound.plain)"
    case .settingOfNone(let key, let stack):
      "'\(key)' is a setting of none of \(stack.joined(separator: "+")); in a stack write name.key=value, or the "
        + "effect's place in it: 2.key=value"
    case .preset(let path, let reason): "\(path): \(reason)"
    }
  }

  /// `did you mean a or b? `, or nothing.
  private static func question(_ names: [String]) -> String {
    names.isEmpty ? "" : "did you mean \(names.joined(separator: " or "))? "
  }
}
