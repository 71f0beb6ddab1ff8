import MatteKit
import SystemPackage

/// A photo with the file that its output goes to.
public struct PlannedPhoto: Sendable, Hashable {
  /// What is done with a photo.
  public enum Action: String, Sendable, Encodable {
    /// The output does not exist, or is what an earlier run of the same journal left.
    case make
    /// The file that exists is replaced.
    case replace
    /// The file that exists stays.
    case skip
  }

  package let photo: PhotoInput
  /// Relative to the folder of outputs.
  package let relativeOutput: FilePath
  /// The file to write.
  public let output: FilePath
  /// The output's file format.
  public let format: PhotoFormat
  /// What is done with the photo.
  public internal(set) var action: Action
  /// Whether a file at the output's place may be replaced.
  var mayReplace: Bool

  /// The file to read.
  public var input: FilePath { photo.path }
}
