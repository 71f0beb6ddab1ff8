import FoundationEssentials

/// Values as lines of JSON with sorted keys.
enum JSONLine {
  static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
  }
}
