import ArgumentParser
import Batch
import Capture
import FoundationEssentials
import MatteKit
import ObjectStorage

/// The exit codes of `mattetool`, BSD's sysexits where they fit.
enum Failure {
  /// No input names a photo or a movie.
  static let nothingToDo = ExitCode(2)
  static let badInput = ExitCode(65)
  static let unavailable = ExitCode(69)
  static let cannotCreate = ExitCode(73)
  /// A server did not answer: the same command may succeed another time.
  static let temporary = ExitCode(75)

  /// Runs a command; an error is written to standard error and becomes the exit code.
  ///
  /// - Parameter damage: the option of commands that can read damaged photos, which the error for one names.
  static func reporting(_ damage: DamagedOption? = nil, _ work: () throws -> Void) throws {
    do {
      try work()
    } catch {
      guard !isForParser(error) else { throw error }
      report(error, damage)
      throw code(for: error)
    }
  }

  /// Runs an asynchronous command. Its stages may still be at work, so an error ends the process at once.
  static func reporting(_ damage: DamagedOption? = nil, _ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch {
      guard !isForParser(error) else { throw error }
      report(error, damage)
      ProcessEnd.now(code(for: error))
    }
  }

  /// Whether the argument parser reports an error, and derives the exit code from it.
  private static func isForParser(_ error: any Error) -> Bool { error is ExitCode || error is ValidationError }

  private static func report(_ error: any Error, _ damage: DamagedOption?) {
    // A list of files, whose names it has escaped.
    let description = OptionAdvice.description(of: error)
    if error is BatchError { return Console.error(lines: "error: \(description)") }
    var advice = ""
    if case PhotoFileError.malformed = error, damage?.damaged == false {
      advice = "; --damaged reads what there is of it, if any"
    }
    Console.error("error: \(description)\(advice)")
  }

  /// The exit code of an error.
  static func code(for error: any Error) -> ExitCode {
    switch error {
    case let error as PhotoFileError: code(of: error)
    case let error as FrameStreamError: code(of: error)
    case let error as S3Error: code(of: error)
    case let error as WebError: code(of: error)
    case let error as CaptureError: code(of: error)
    case let error as CodeError: code(of: error)
    case let error as SceneError: code(for: error.underlying)
    case let error as ProcessingError: code(of: error)
    case is InferenceError, is SegmentationError, is FaceError: unavailable
    case is MatteMissing, is ReportMerge.Fault: badInput
    case BatchError.cannotStart(let error): code(of: error)
    case is BatchError: cannotCreate
    case is EffectError, is SettingArguments.Malformed, is FilterError, is ArrayTask.Fault: ExitCode.validationFailure
    case is RenderError, is RecipeError: badInput
    default: ExitCode.failure
    }
  }

  private static func code(of error: ProcessingError) -> ExitCode {
    switch error {
    case .noPersonFound: badInput
    default: error.underlying.map(code(for:)) ?? ExitCode.failure
    }
  }

  private static func code(of error: PhotoFileError) -> ExitCode {
    switch error {
    case .unreadable, .empty, .unknownFormat, .malformed, .limitExceeded, .unsupported, .notSearchable, .emptyRegion:
      badInput
    case .codecMissing: unavailable
    case .encodingFailed, .unwritable, .folderMissing, .outputExists: cannotCreate
    }
  }

  private static func code(of error: FrameStreamError) -> ExitCode {
    switch error {
    case .unreadable, .notVideo, .malformed, .limitExceeded, .unsupported: badInput
    case .unwritable: cannotCreate
    case .cancelled: ExitCode(CancellingSignals.exitCode)
    case .runtimeMissing: unavailable
    }
  }

  private static func code(of error: S3Error) -> ExitCode {
    switch error {
    case .libraryMissing, .credentialsMissing, .configuration: unavailable
    case .exists: cannotCreate
    case .badLocation: ExitCode.validationFailure
    case .unavailable: temporary
    case .credentialsRefused, .accessDenied, .noSuchBucket, .noSuchObject, .tooLong, .changed, .unreachable, .refused:
      badInput
    }
  }

  private static func code(of error: WebError) -> ExitCode {
    switch error {
    case .libraryMissing: unavailable
    case .badAddress: ExitCode.validationFailure
    case .timeout, .unreachable, .status: error.mayPass ? temporary : badInput
    case .notEncrypted, .privateAddress, .tooLong, .tooManyRedirects, .notTrusted: badInput
    }
  }

  private static func code(of error: CaptureError) -> ExitCode {
    switch error {
    case .frames(let error): code(for: error)
    case .faces(let error): code(for: error)
    case .codes(let error): code(for: error)
    case .notAuthorized, .inUse, .disconnected, .unsupported, .cannotAdd, .failed: badInput
    }
  }

  private static func code(of error: CodeError) -> ExitCode {
    switch error {
    case .libraryMissing: unavailable
    case .reading, .pixels: badInput
    case .unknownType: ExitCode.validationFailure
    }
  }
}
