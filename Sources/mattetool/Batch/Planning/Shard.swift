import ArgumentParser
import Checksums
import MatteKit

/// One part of a list of photos that several machines share: `2/8`.
///
/// Which part a photo belongs to, its own place in the mirrored tree says alone: whatever else is in the list, in whatever
/// order, and wherever the tree is mounted.
struct Shard: Sendable, Hashable, ExpressibleByArgument, CustomStringConvertible {
  /// From 1.
  let index: Int
  let count: Int

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]), count >= 1,
      (1...count).contains(index)
    else { return nil }
    self.index = index
    self.count = count
  }

  var description: String { "\(index)/\(count)" }

  func contains(_ relative: SystemPath) -> Bool {
    let path = Array(relative.components.map(\.bytes).joined(separator: [UInt8(ascii: "/")]))
    let digest = SHA256(path)
    let number = digest.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(number % UInt64(count)) == index - 1
  }
}
