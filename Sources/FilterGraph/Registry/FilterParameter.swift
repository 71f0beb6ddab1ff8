import Imaging

/// A parameter of a filter, declared once for the registry, the command line and the documentation.
public struct FilterParameter: Sendable {
  /// The unit of a number.
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
  /// The default value; nil if the parameter is required or its default depends on the image.
  public let defaultValue: FilterValue?
  /// The default value in words if it depends on the image, such as `the image's centre`.
  public let contextualDefault: String?
  /// Whether there is no default.
  public let isRequired: Bool
  /// The range of useful values; others are refused. An infinite end is open. nil for any value.
  public let range: ClosedRange<Double>?
  /// Number of components of a vector.
  public let count: Int?
  /// The unit of a number.
  public let unit: Unit
  /// One line that describes the parameter.
  public let help: String

  /// Core Image's key.
  public let coreImageKey: String

  /// Whether a key is this parameter's: ours or Core Image's, in any case (`inputEV` is `ev`).
  func answers(to other: String) -> Bool {
    let other = other.lowercased()
    let own = key.lowercased()
    return other == own || other == "input" + own
  }
}
