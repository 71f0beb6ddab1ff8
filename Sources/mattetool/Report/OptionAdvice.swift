import Batch
import MatteKit
import ObjectStorage

/// The options by which a user of the command line follows what a library's error advises; libraries know no options.
enum OptionAdvice {
  /// The description of an error with the options, which precede the list of files at its end, if it has one.
  static func description(of error: any Error) -> String {
    let description = "\(error)"
    let statement = description.prefix { $0 != "\n" }
    guard error is BatchError, statement.hasSuffix(":") else { return description + text(for: error) }
    return "\(statement.dropLast())\(text(for: error)):\(description.dropFirst(statement.count))"
  }

  /// The description of an error about one file of a batch, where one option says what happens to existing outputs.
  static func descriptionInBatch(_ error: any Error) -> String {
    switch error {
    case ProcessingError.photo(.outputExists), PhotoFileError.outputExists, S3Error.exists: "\(error) (--existing)"
    case ProcessingError.damagedEnd(_, let seconds): "\(error) (apply-effect --to \(seconds))"
    default: description(of: error)
    }
  }

  /// What follows the description of an error, such as ` (--overwrite)`; empty for most.
  static func text(for error: any Error) -> String {
    let options = options(for: error)
    return options.isEmpty ? "" : " (\(options))"
  }

  private static func options(for error: any Error) -> String {
    switch error {
    case PhotoFileError.outputExists, S3Error.exists: "--overwrite"
    case PhotoFileError.notSearchable: "strip --metadata; --keep-unknown"
    case S3Error.noSuchBucket, S3Error.unreachable: "--s3-endpoint"
    case let error as WebError: options(for: error)
    case let error as BatchError: options(for: error)
    case let error as SceneError: options(for: error.underlying)
    case let error as ResultFault: options(for: error)
    case is FullDisk: "--resume"
    case is MemoryShortage: "--memory"
    case is TimeLimit.Exceeded: "--max-seconds"
    case ProcessingError.damagedEnd(_, let seconds): "--to \(seconds)"
    case let error as ProcessingError: error.underlying.map(options(for:)) ?? ""
    default: ""
    }
  }

  private static func options(for error: BatchError) -> String {
    switch error {
    case .clash: "--name, --base"
    case .matteClash, .replacesInput, .namesNoMovie: "--name"
    case .contradictsFormat: "--name, --format"
    case .exists(_, _, let canResume): canResume ? "--existing, --resume" : "--existing, -o"
    case .amongInputs: "-o"
    case .memoryTooSmall: "--memory"
    case .busy: ""
    case .cannotStart(let error): options(for: error)
    }
  }

  private static func options(for error: ResultFault) -> String {
    switch error {
    case .exists(_, let canResume): canResume ? "--existing, --resume" : "--existing, -o"
    case .clash: "--name"
    case .replacesInput, .amongInputs: "-o, --name"
    case .ofAnotherInput: "-o, --name, --existing"
    case .ofUnknownInput: "--existing, -o"
    case .changed, .unnamable: ""
    }
  }

  private static func options(for error: WebError) -> String {
    switch error {
    case .notEncrypted: "--allow-http"
    case .privateAddress: "--allow-private-addresses"
    case .tooLong: "--max-bytes"
    case .timeout: "--fetch-seconds"
    case .tooManyRedirects: "--max-redirects"
    case .badAddress, .status, .notTrusted, .unreachable, .libraryMissing: ""
    }
  }
}
