import MatteKit
import SystemPackage

/// The files from which a result is made and which it must not replace: its photo, and the files that its effect reads.
package struct SourceFiles {
  /// The role of a file for a result, for messages.
  package enum Part: String {
    case input = "the input"
    case effect = "a file that the effect reads"
  }

  private let input: FilePlace?
  private let inputIdentity: FileIdentity?
  private let read: Set<FileIdentity>

  /// - Parameters:
  ///   - input: the photo; nil if it is at no place that can be written to.
  ///   - read: the files that the effect reads.
  package init(input: FilePlace?, read: [FileVersion] = []) {
    self.input = input
    inputIdentity = input.flatMap(Self.identity)
    self.read = Set(read.map(\.identity))
  }

  /// The source file at a place; nil if there is none.
  package func part(at place: FilePlace) -> Part? {
    if place == input { return .input }
    guard let identity = Self.identity(of: place) else { return nil }
    return identity == inputIdentity ? .input : read.contains(identity) ? .effect : nil
  }

  /// The identity of a file on a disk, whatever its name; nil for others.
  private static func identity(of place: FilePlace) -> FileIdentity? {
    if case .path(let path) = place { (try? path.stat())?.identity } else { nil }
  }
}
