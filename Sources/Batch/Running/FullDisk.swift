import MatteKit
import SystemPackage

/// The disk of the outputs is full, which would affect every further output.
package struct FullDisk: Error, CustomStringConvertible {
  /// The output that did not fit, and the system's error.
  let reason: String

  private static let causes: [Errno] = [.noSpace, .diskQuotaExceeded]

  package init(reason: String) { self.reason = reason }

  /// Nil if the failure is another.
  package init?(_ error: any Error) {
    switch error {
    case let error as FullDisk: self = error
    case let error as ProcessingError:
      guard let full = error.underlying.flatMap(FullDisk.init) else { return nil }
      self = full
    case PhotoFileError.unwritable(_, _, let code?), FrameStreamError.unwritable(_, _, let code?):
      guard Self.causes.contains(Errno(rawValue: code)) else { return nil }
      self.reason = "\(error)"
    default: return nil
    }
  }

  package var description: String { "\(reason); free some room and resume the run" }
}
