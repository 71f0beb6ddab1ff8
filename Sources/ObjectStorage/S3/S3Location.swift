/// A place in an object store, `s3://bucket/key`: an object, or a prefix.
public struct S3Location: Sendable, Hashable, CustomStringConvertible {
  /// The bucket's name.
  public var bucket: String
  /// The key: the text after the bucket's name and a slash, unchanged. It may be empty.
  public var key: String

  /// - Parameters:
  ///   - bucket: ``bucket``.
  ///   - key: ``key``.
  public init(bucket: String, key: String) {
    self.bucket = bucket
    self.key = key
  }

  /// Parses `s3://bucket/key`. Nothing is encoded: the key `a b%20c` is written so.
  ///
  /// - Parameter text: the text to parse.
  /// - Throws: ``S3Error/badLocation(_:reason:)``.
  public init(_ text: String) throws(S3Error) {
    guard text.hasPrefix("s3://") else { throw .badLocation(text, reason: "it does not begin with s3://") }
    let rest = text.dropFirst("s3://".count)
    let bucket = rest.prefix { $0 != "/" }
    guard (3...63).contains(bucket.utf8.count), bucket.utf8.allSatisfy(Self.isOfBucket) else {
      throw .badLocation(text, reason: "a bucket's name has 3 to 63 lower-case letters, digits, dots and hyphens")
    }
    let key = rest.dropFirst(bucket.count).dropFirst()
    guard key.utf8.count <= 1024 else { throw .badLocation(text, reason: "a key has at most 1,024 bytes") }
    self.init(bucket: String(bucket), key: String(key))
  }

  private static func isOfBucket(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39, 0x2D, 0x2E, 0x5F:
      true
    default: false
    }
  }

  /// `s3://bucket/key`.
  public var description: String { "s3://\(bucket)/\(key)" }
}
