import FoundationEssentials

/// Why a colour profile cannot be used.
public enum ColorProfileError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// The bytes are not an ICC profile that can be parsed.
  case unreadable(byteCount: Int)
  /// The profile describes samples that are neither gray nor red, green and blue.
  case unsupportedComponents(String)
  /// The profile has no transform from its samples to light, or none back.
  case incomplete(String)

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .unreadable(let count):
      "The colour profile (\(count) bytes) is not a readable ICC profile; read the picture as sRGB or repair its profile."
    case .unsupportedComponents(let space):
      "The colour profile is for \(space) samples; only gray and RGB profiles can be used."
    case .incomplete(let part):
      "The colour profile lacks \(part); use a profile with curves and primaries, or with both lookup tables."
    }
  }
}
