import ArgumentParser
import Batch
import Capture
import FoundationEssentials
import MatteKit
import ObjectStorage

/// The exit codes of `mattetool`, BSD's sysexits where they fit.
enum Failure {
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
    if error is BatchError { return Console.error(lines: "error: \(error)") }
    var advice = ""
    if case PhotoFileError.malformed = error, damage?.damaged == false {
      advice = "; --damaged reads what there is of it, if any"
    }
    Console.error("error: \(error)\(advice)")
  }

  /// The exit code of an error.
  static func code(for error: any Error) -> ExitCode {
    switch error {
    case let error as PhotoFileError:
      switch error {
      case .unreadable, .empty, .unknownFormat, .malformed, .limitExceeded, .unsupported, .notSearchable, .emptyRegion:
        badInput
      case .codecMissing: unavailable
      case .encodingFailed, .unwritable, .outputExists: cannotCreate
      }
    case let error as FrameStreamError:
      switch error {
      case .unreadable, .notVideo, .malformed, .limitExceeded, .unsupported: badInput
      case .unwritable: cannotCreate
      case .cancelled: ExitCode(CancellingSignals.exitCode)
      case .runtimeMissing: unavailable
      }
    case let error as S3Error:
      switch error {
      case .libraryMissing, .credentialsMissing, .configuration: unavailable
      case .exists: cannotCreate
      case .badLocation: ExitCode.validationFailure
      case .unavailable: temporary
      case .credentialsRefused, .accessDenied, .noSuchBucket, .noSuchObject, .tooLong, .changed, .unreachable, .refused:
        badInput
      }
    case let error as WebError:
      switch error {
      case .libraryMissing: unavailable
      case .badAddress: ExitCode.validationFailure
      case .timeout, .unreachable, .status: error.mayPass ? temporary : badInput
      case .notEncrypted, .privateAddress, .tooLong, .tooManyRedirects, .notTrusted: badInput
      }
    case let error as SceneError: code(for: error.underlying)
    case let error as CaptureError:
      switch error {
      case .frames(let error): code(for: error)
      case .faces(let error): code(for: error)
      case .codes(let error): code(for: error)
      case .notAuthorized, .inUse, .disconnected, .unsupported, .cannotAdd, .failed: badInput
      }
    case is InferenceError, is SegmentationError, is FaceError: unavailable
    case let error as CodeError:
      switch error {
      case .libraryMissing: unavailable
      case .reading, .pixels: badInput
      case .unknownType: ExitCode.validationFailure
      }
    case is NoPersonFound, is MatteMissing, is ReportMerge.Fault: badInput
    case is BatchError: cannotCreate
    case is EffectError, is FilterError, is ArrayTask.Fault: ExitCode.validationFailure
    case is RenderError, is RecipeError: badInput
    default: ExitCode.failure
    }
  }
}
