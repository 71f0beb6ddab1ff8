import MatteKit

/// A photo with the place of its output.
struct PlannedPhoto: Sendable, Hashable {
  enum Action: String, Sendable, Encodable {
    /// The place is free, or holds what an earlier run of the same journal left.
    case make
    /// The file that is there is replaced.
    case replace
    /// The file that is there stays.
    case skip
  }

  let input: PhotoInput
  /// From the output's folder on.
  let output: SystemPath
  let format: PhotoFormat
  var action: Action
  /// Whether a file at the output's place may be replaced.
  var mayReplace: Bool
}
