import MatteKit

/// The sensitive content of a photo in a JSON document: location, camera, and earlier versions of the picture.
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
