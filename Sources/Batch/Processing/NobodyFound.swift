/// No person was found in a photo that must show one: see ``ProcessingOptions/requiresPerson``.
public struct NobodyFound: Error, CustomStringConvertible {
  /// The photo's name.
  public let input: String

  public var description: String { "\(input): nobody was found in the picture" }
}
