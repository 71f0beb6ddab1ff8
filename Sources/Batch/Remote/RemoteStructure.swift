import MatteKit
import ObjectStorage

/// Reads the structure of a remote file, and not its pictures, if its format and its server allow that.
struct RemoteStructure {
  /// Number of bytes that are requested first.
  private static let startLength = 1 << 16
  /// Parts closer together than this number of bytes are requested together.
  private static let gap = 1 << 14
  /// The number of requests after which the whole file takes less time.
  private static let maximumRequests = 24

  /// The longest file that is held.
  let maximumBytes: Int
  /// Requests a range of a version of the file; nil if the server does not support it.
  let part: (_ range: Range<Int>, _ version: String?) throws -> FilePart?

  /// All bytes of the file, with zeros in place of pictures; nil if the whole file must be read.
  func bytes() throws -> [UInt8]? {
    guard let start = try part(0..<Self.startLength, nil), start.start == 0 else { return nil }
    if start.isComplete { return start.bytes }
    guard start.total <= maximumBytes else { return nil }
    var bytes = start.bytes + [UInt8](repeating: 0, count: start.total - start.bytes.count)
    var known = RangeSet(start.bytes.indices)
    var requests = 1
    while let missing = StructureParts.missing(of: bytes, known: known) {
      guard !missing.isEmpty else { return bytes }
      for range in Self.joined(missing) {
        requests += 1
        guard requests <= Self.maximumRequests, let part = try part(range, start.version) else { return nil }
        // Another version would not match the parts already read.
        guard part.total == start.total, part.version == start.version else { return nil }
        if part.isComplete { return part.bytes }
        guard part.start <= range.lowerBound, part.start + part.bytes.count >= range.upperBound else { return nil }
        let place = part.start..<part.start + part.bytes.count
        bytes.replaceSubrange(place, with: part.bytes)
        known.insert(contentsOf: place)
      }
    }
    return nil
  }

  private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    ranges.reduce(into: []) { joined, range in
      if let last = joined.last, range.lowerBound - last.upperBound < gap {
        joined[joined.count - 1] = last.lowerBound..<range.upperBound
      } else {
        joined.append(range)
      }
    }
  }
}
