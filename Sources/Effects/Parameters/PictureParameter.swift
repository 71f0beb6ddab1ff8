/// A setting that is another picture; there is none if nothing is said.
public struct PictureParameter: Sendable, Hashable {
  public let name: String
  public let summary: String

  public init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }
}
