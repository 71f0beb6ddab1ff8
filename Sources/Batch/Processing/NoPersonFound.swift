import FoundationEssentials

/// No person was found in a photo that must show one: see ``ProcessingOptions/requiresPerson``.
public struct NoPersonFound: LocalizedError, CustomStringConvertible {
  /// The photo's name.
  public let input: String

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  public var description: String { "\(input): no person was found in the picture" }
}
