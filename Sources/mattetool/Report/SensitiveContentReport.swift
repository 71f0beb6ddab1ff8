import MatteKit

/// What tells where a photo was taken or by which camera, or shows it as it was, in a JSON document.
struct SensitiveContentReport: Encodable {
  /// `location`, `serial-number`, `picture`, `signature` or `unknown`.
  let kind: String
  /// The name of the part of the file.
  let place: String

  init(_ content: SensitiveContent) {
    kind = content.kind.rawValue
    place = content.place
  }
}
