/// What is wrong with a recipe, and where.
public struct RecipeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place of the mistake as a JSON path: `$.steps[2].parameters.radius`.
  public let path: String
  public let reason: String

  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  public var description: String { "\(path): \(reason)" }
}
