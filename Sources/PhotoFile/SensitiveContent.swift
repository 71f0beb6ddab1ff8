/// A part of a photo's file that states where the photo was taken or by which camera, that shows an earlier picture, or
/// that cannot be searched for such data.
public struct SensitiveContent: Sendable, Hashable, CustomStringConvertible {
  /// The kind of sensitive content.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The location of the camera or of the subject: coordinates, names of places.
    case location
    /// Serial numbers and owners of camera and lens.
    case serialNumber = "serial-number"
    /// The original picture: a thumbnail, a preview, a movie.
    case picture
    /// A signature with its record of how the file was made (C2PA), which may contain any of these.
    case signature
    /// Data of unknown use, which may contain any of these.
    case unknown
  }

  /// The kind of content.
  public let kind: Kind
  /// The part's name, for people.
  public let place: String

  /// - Parameters: see the properties.
  public init(kind: Kind, place: String) {
    self.kind = kind
    self.place = place
  }

  /// The kind and the place, such as `location: XMP (photoshop:City)`.
  public var description: String { "\(kind.rawValue): \(place)" }
}
