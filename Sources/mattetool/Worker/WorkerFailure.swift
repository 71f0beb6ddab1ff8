import ArgumentParser
import Batch
import MatteKit
import ObjectStorage

/// Why a job of a worker has no output.
struct WorkerFailure: Error, CustomStringConvertible {
  /// One line that names the input or output.
  let description: String
  /// An exit code, BSD's or a shell's.
  let code: Int32
  /// Whether the same job may succeed another time.
  let mayPass: Bool

  /// The code of `timeout`.
  static let timeLimit: Int32 = 124
  /// What a shell says of a process that the system killed.
  static let killed: Int32 = 137
  /// An error of this software (sysexits' EX_SOFTWARE).
  static let crash: Int32 = 70

  init(_ description: String, code: Int32, mayPass: Bool) {
    (self.description, self.code, self.mayPass) = (description, code, mayPass)
  }

  /// What an error in making the result means.
  init(_ error: any Error) {
    description = "\(error)"
    code =
      switch error {
      case is WorkerJob.Fault: ExitCode.validationFailure.rawValue
      case is MemoryShortage: Self.killed
      default: Failure.code(for: error).rawValue
      }
    // A disk may get room, a server come back; a photo stays what it is.
    mayPass =
      switch error {
      case PhotoFileError.unwritable, S3Error.unavailable, S3Error.changed, WebError.timeout, WebError.unreachable: true
      default: false
      }
  }
}
