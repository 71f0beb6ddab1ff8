import MatteKit
import ObjectStorage
import SystemPackage

/// The objects that a batch takes as inputs, by their names, including those that are not listed yet.
struct InputPlaces: Sendable {
  private var named: Set<S3Location> = []
  /// Prefixes that are listed; they end in a slash or are empty.
  private var prefixes: Set<S3Location> = []
  private let isRecursive: Bool
  /// The prefix of the results, below which nothing is listed; nil if there is none.
  private let output: S3Location?

  /// - Parameters:
  ///   - arguments: objects and prefixes; an address that is either counts as both.
  ///   - output: with a slash at the end, unless it is empty.
  init(_ arguments: [FilePlace], isRecursive: Bool, output: S3Location?) {
    (self.isRecursive, self.output) = (isRecursive, output)
    for case .object(var location) in arguments {
      if !location.key.isEmpty, !location.key.hasSuffix("/") {
        named.insert(location)
        location.key += "/"
      }
      prefixes.insert(location)
    }
  }

  /// Whether the object was named explicitly.
  func isNamed(_ location: S3Location) -> Bool { named.contains(location) }

  /// Whether a listing includes the object, or would if it existed.
  func isListed(_ location: S3Location) -> Bool {
    if let output, output.bucket == location.bucket, !output.key.isEmpty, location.key.hasPrefix(output.key) {
      return false
    }
    let parts = location.key.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, MediaKind(pathExtension: FilePath(bytes: name.utf8).extension ?? "") == .photo else {
      return false
    }
    for count in (0..<parts.count).reversed() {
      // Names below a prefix that begin with a dot are ignored.
      if parts[count].hasPrefix("."), parts[count] != ".", parts[count] != ".." { return false }
      let prefix = parts[..<count].map { $0 + "/" }.joined()
      if prefixes.contains(S3Location(bucket: location.bucket, key: prefix)) { return true }
      if !isRecursive { return false }
    }
    return false
  }
}
