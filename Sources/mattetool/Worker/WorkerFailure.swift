import ArgumentParser
import Batch
import MatteKit
import ObjectStorage
import SystemPackage

/// Why a job of a worker has no output.
struct WorkerFailure: Error, CustomStringConvertible {
  /// One line that names the input or output.
  let description: String
  /// An exit code, BSD's or a shell's.
  let code: Int32
  /// Whether the same job may succeed later.
  let mayPass: Bool

  /// The code of `timeout`.
  static let timeLimit: Int32 = 124
  /// The exit code in a shell of a process that the system killed.
  static let killed: Int32 = 137
  /// An error of this software (sysexits' EX_SOFTWARE).
  static let crash: Int32 = 70

  /// Errors of the system that are temporary: states of the machine, of a disk or of the connection to it.
  private static let passing: [Errno] = [
    .ioError, .staleNFSFileHandle, .noMemory, .tooManyOpenFiles, .tooManyOpenFilesInSystem, .resourceBusy, .interrupted,
    .resourceTemporarilyUnavailable, .timedOut, .noLocks, .hostIsDown, .noRouteToHost, .networkDown,
    .networkUnreachable, .connectionReset,
  ]
  /// Temporary errors of outputs alone: space may be freed.
  private static let passingOutputs: [Errno] = [.noSpace, .diskQuotaExceeded]
  /// Whether the same job may succeed later. A full disk or an unreachable server is temporary; a damaged photo or a
  /// read-only folder is not.
  private static func mayPass(_ error: any Error) -> Bool {
    switch error {
    case PhotoFileError.unwritable(_, ObjectOutput.changedConcurrently, _): true
    case PhotoFileError.unwritable(_, _, let code?): (passing + passingOutputs).contains(Errno(rawValue: code))
    // A disk that is not mounted may come back, and so may a folder that was removed while its file was written.
    case PhotoFileError.folderMissing: true
    case PhotoFileError.unreadable(_, _, let code?): passing.contains(Errno(rawValue: code))
    case S3Error.unavailable, S3Error.changed: true
    case let error as WebError: error.mayPass
    case let error as ProcessingError: error.underlying.map(mayPass) ?? false
    default: false
    }
  }

  /// The error, with the job's fields in place of command-line options; limits are the worker's own options.
  private static func description(of error: any Error) -> String {
    switch error {
    case PhotoFileError.outputExists(let place), S3Error.exists(let place):
      "\(place): exists already; name another \"output\", or say with \"existing\" what to do: skip, overwrite or newer"
    case BatchError.replacesInput(let pairs, _):
      pairs.map { "\($0.output.shown): it would replace \($0.input.shown), which is read; name another \"output\"" }
        .joined(separator: "; ")
    case is MemoryShortage: OptionAdvice.description(of: error)
    default: "\(error)"
    }
  }

  init(_ description: String, code: Int32, mayPass: Bool) {
    (self.description, self.code, self.mayPass) = (description, code, mayPass)
  }

  /// Classifies an error of making the result.
  init(_ error: any Error) {
    description = Self.description(of: error)
    code =
      switch error {
      case is WorkerJob.Fault: ExitCode.validationFailure.rawValue
      case is MemoryShortage: Self.killed
      default: Failure.code(for: error).rawValue
      }
    mayPass = Self.mayPass(error)
  }
}
