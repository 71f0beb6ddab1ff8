import Imaging

/// Something that a user should know about a photo that could be read or changed, such as a part that is missing.
public struct PhotoWarning: Sendable, Hashable, CustomStringConvertible {
  /// One sentence without a full stop, for people.
  public let message: String

  /// - Parameter message: one sentence without a full stop, for people.
  public init(message: String) { self.message = message }

  /// The message.
  public var description: String { message }

  /// A warning that something of the photo is left out, and why.
  static func leavingOut(_ what: String, because reason: String) -> PhotoWarning {
    PhotoWarning(message: "\(what) is left out: \(reason)")
  }

  /// A warning that what a file states of its colours is not applied, and why.
  static func taking(_ colorSpace: ColorSpace, because obstacle: String) -> PhotoWarning {
    PhotoWarning(message: "\(obstacle); its colours are taken as \(ProfileDescription.name(of: colorSpace))")
  }
}
