/// What is wrong with a recipe, and where.
public struct RecipeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place of the mistake as a JSON path: `$.steps[2].parameters.radius`.
  public let path: String
  /// What is wrong there, and what it should be.
  public let reason: String

  /// An error at a place of the JSON document.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  public var description: String { "\(path): \(reason)" }
}
