import MatteKit

/// A matte that has to be written is not to be seen in a photo.
struct MatteMissing: Error, CustomStringConvertible {
  let input: String
  let kind: MatteKind

  var description: String { "\(input): the picture shows no \(kind.rawValue), so there is no matte to write" }
}
