/// Something that a user should know of a photo that was read or changed all the same, such as a part that is missing.
public struct PhotoWarning: Sendable, Hashable, CustomStringConvertible {
  /// One sentence without a full stop, for people.
  public let message: String

  public init(message: String) { self.message = message }

  public var description: String { message }

  /// Says that something of the photo is not in what is made of it, and why.
  static func leavingOut(_ what: String, because reason: String) -> PhotoWarning {
    PhotoWarning(message: "\(what) is left out: \(reason)")
  }
}
