import Imaging

/// A parameter of a filter, declared once: what the registry, the command line and the documentation know of it.
public struct FilterParameter: Sendable {
  /// What a number counts.
  public enum Unit: String, Sendable, Hashable {
    /// A plain factor or fraction.
    case scalar
    /// Pixels of the image.
    case pixels
    /// Angles: 2 pi is a whole turn.
    case radians
    /// Doublings of light.
    case stops
  }

  /// The property's name, such as `power`. Core Image's key is the same with `input` before it: `inputPower`.
  public let key: String
  /// The type of the value.
  public let type: FilterParameterType
  /// What the parameter is if it is not given; nil if it must be given or depends on the image.
  public let defaultValue: FilterValue?
  /// What the parameter is if it is not given and that depends on the image, in words: `the image's centre`.
  public let contextualDefault: String?
  /// Whether there is no default.
  public let isRequired: Bool
  /// The values that make sense; others are refused. An end that is infinite is open. nil if any will do.
  public let range: ClosedRange<Double>?
  /// How many numbers a vector holds.
  public let count: Int?
  /// What a number counts.
  public let unit: Unit
  /// One line that says what the parameter does.
  public let help: String

  /// Core Image's key.
  public let coreImageKey: String

  /// Whether a key means this parameter: ours or Core Image's, in any case (`inputEV` is `ev`).
  func answers(to other: String) -> Bool {
    let other = other.lowercased()
    let own = key.lowercased()
    return other == own || other == "input" + own
  }
}
