import MatteKit

/// A photo to work on.
struct PhotoInput: Sendable, Hashable {
  let path: SystemPath
  /// Where it lies in the tree that outputs mirror, with its name.
  let relative: SystemPath
}
