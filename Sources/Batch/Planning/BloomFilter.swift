/// An approximate set (Bloom filter): it takes 4 bytes a member, up to twice as much after growth, and one in a million
/// others is a false positive.
///
/// It grows by further filters of twice the size (Almeida, Baquero, Preguiça and Hutchison, "Scalable Bloom Filters",
/// 2007).
struct BloomFilter: Sendable {
  private struct Part: Sendable {
    /// A power of two of bits.
    var words: [UInt64]
    var count = 0

    init(wordCount: Int) { words = [UInt64](repeating: 0, count: wordCount) }

    var isFull: Bool { count * BloomFilter.bitsPerMember >= words.count * 64 }

    func contains(_ bits: Bits) -> Bool {
      for index in 0..<BloomFilter.bitsSet {
        let bit = bits[index] & UInt64(words.count * 64 - 1)
        if words[Int(bit >> 6)] & (1 << (bit & 63)) == 0 { return false }
      }
      return true
    }

    mutating func insert(_ bits: Bits) {
      for index in 0..<BloomFilter.bitsSet {
        let bit = bits[index] & UInt64(words.count * 64 - 1)
        words[Int(bit >> 6)] |= 1 << (bit & 63)
      }
      count += 1
    }
  }

  /// The bit positions of a member, by double hashing.
  private struct Bits {
    let first, step: UInt64

    init(_ hash: Int) {
      first = UInt64(bitPattern: Int64(hash))
      // The finaliser of SplitMix64.
      var mixed = (first ^ (first >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      step = (mixed ^ (mixed >> 31)) | 1
    }

    subscript(index: Int) -> UInt64 { (first &+ UInt64(index) &* step) >> 8 }
  }

  private static let bitsPerMember = 32
  private static let bitsSet = 12
  private var parts: [Part] = [Part(wordCount: 1 << 13)]

  /// Whether a hash may be among those that were inserted; false is certain.
  func mayContain(_ hash: Int) -> Bool {
    let bits = Bits(hash)
    return parts.contains { $0.contains(bits) }
  }

  /// - Returns: whether it may have been there before.
  @discardableResult mutating func insert(_ hash: Int) -> Bool {
    let bits = Bits(hash)
    if parts.contains(where: { $0.contains(bits) }) { return true }
    if parts[parts.count - 1].isFull { parts.append(Part(wordCount: 2 * parts[parts.count - 1].words.count)) }
    parts[parts.count - 1].insert(bits)
    return false
  }
}
