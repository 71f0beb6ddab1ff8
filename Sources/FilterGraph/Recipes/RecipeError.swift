import FoundationEssentials

/// An error in a recipe, with its place.
public struct RecipeError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// The place of the mistake as a JSON path: `$.steps[2].parameters.radius`.
  public let path: String
  /// The fault, and the expected value.
  public let reason: String

  /// An error at a place of the JSON document.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  public var description: String { "\(path): \(reason)" }
}
