import Checksums
import MatteKit
import SystemPackage

/// One part of a list of photos and movies that several machines share: `2/8` is the second of eight.
///
/// A file's own path in the mirrored tree determines its part: not the rest of the list, its order, or the mount point.
public struct Shard: Sendable, Hashable, LosslessStringConvertible {
  /// From 1 to ``count``.
  public let index: Int
  /// At least 1.
  public let count: Int

  /// - Parameter text: `index/count`; nil for any other text, and for numbers out of range.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else { return nil }
    self.init(index: index, count: count)
  }

  /// - Parameters:
  ///   - index: from 1 to `count`; nil otherwise.
  ///   - count: at least 1.
  init?(index: Int, count: Int) {
    guard count >= 1, (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  public var description: String { "\(index)/\(count)" }

  func contains(_ relative: FilePath) -> Bool {
    let slash = UInt8(ascii: "/")
    // By bytes: joining path components takes many times as long, above all in debug builds.
    let names = relative.bytes.split(separator: slash).filter { !$0.elementsEqual([UInt8(ascii: ".")]) }
    let digest = SHA256(Array(names.joined(separator: [slash])))
    let number = digest.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(number % UInt64(count)) == index - 1
  }
}
