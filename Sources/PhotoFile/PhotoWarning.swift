import Imaging

/// A note for the user about a photo that could be read or changed, such as a missing part.
public struct PhotoWarning: Sendable, Hashable, CustomStringConvertible {
  /// One sentence without a full stop, for people.
  public let message: String

  /// - Parameter message: one sentence without a full stop, for people.
  public init(message: String) { self.message = message }

  /// The message.
  public var description: String { message }

  /// A warning that a part of the photo is dropped, with the reason.
  static func leavingOut(_ what: String, because reason: String) -> PhotoWarning {
    PhotoWarning(message: "\(what) is left out: \(reason)")
  }

  /// A warning that the file's stated colours are not applied, with the reason.
  static func taking(_ colorSpace: ColorSpace, because obstacle: String) -> PhotoWarning {
    PhotoWarning(message: "\(obstacle); its colours are taken as \(ProfileDescription.name(of: colorSpace))")
  }
}
