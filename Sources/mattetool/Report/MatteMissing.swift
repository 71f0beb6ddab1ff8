import MatteKit

/// A photo does not show the parts of the requested matte.
struct MatteMissing: Error, CustomStringConvertible {
  let input: String
  let kind: MatteKind

  var description: String { "\(input): the picture shows no \(kind.rawValue), so there is no matte to write" }
}
