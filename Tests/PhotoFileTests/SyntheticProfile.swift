/// An ICC profile that only looks like one: header and noise.
enum SyntheticProfile {
  static func bytes(count: Int) -> [UInt8] {
    var bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 16) }
    bytes.replaceSubrange(16..<20, with: "RGB ".utf8)
    bytes.replaceSubrange(36..<40, with: "acsp".utf8)
    return bytes
  }
}
