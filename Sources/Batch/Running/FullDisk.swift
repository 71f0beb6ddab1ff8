import MatteKit
import SystemPackage

/// There is no room left where outputs go, which every further output would meet too.
struct FullDisk: Error, CustomStringConvertible {
  /// The output that found no room, and the system's word for it.
  let reason: String

  private static let causes = [Errno.noSpace, .diskQuotaExceeded].map(\.description)

  /// Nil if the failure is another.
  init?(_ error: any Error) {
    switch error {
    case let error as FullDisk: self = error
    case PhotoFileError.unwritable(_, let reason), FrameStreamError.unwritable(_, let reason):
      guard Self.causes.contains(where: reason.contains) else { return nil }
      self.reason = "\(error)"
    default: return nil
    }
  }

  var description: String { "\(reason); free some room and resume the run (--resume)" }
}
