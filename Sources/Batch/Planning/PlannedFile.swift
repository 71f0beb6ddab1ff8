import MatteKit
import SystemPackage

/// A photo or movie with its output file.
public struct PlannedFile: Sendable, Hashable {
  /// The action for a file.
  public enum Action: String, Sendable, Encodable {
    /// The output does not exist, or was made by an earlier run of the same journal.
    case make
    /// The file that exists is replaced.
    case replace
    /// The file that exists stays.
    case skip
  }

  package let source: BatchInput
  /// Relative to the folder of outputs.
  package let relativeOutput: FilePath
  /// The file to write.
  public let output: FilePath
  /// The output's file format.
  public let format: FileFormat
  /// The action for the file.
  public internal(set) var action: Action
  /// Whether an existing file at the output's place may be replaced.
  var mayReplace: Bool
  /// The mattes that the output may have as files beside it.
  var companions: [MatteKind] = []
  /// Whether files at their places may be replaced, or removed if the input has no such matte.
  var replacesCompanions = false

  /// All places that it may write to, relative to the output folder: the output's first, without a matte, then those of
  /// the mattes beside it.
  package var places: [(place: FilePath, matte: MatteKind?)] {
    [(relativeOutput, nil)] + companions.map { (MatteFileName.place(of: $0, beside: relativeOutput), $0) }
  }

  /// The file to read.
  public var input: FilePath { source.path }
}
