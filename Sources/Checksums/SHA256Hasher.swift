import FoundationEssentials

/// Computes the SHA-256 digest of bytes in blocks, as of a file that exceeds the memory.
package struct SHA256Hasher: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// The bytes of an incomplete block.
  private var rest: [UInt8] = []
  private var count = 0
  private let usesInstructions: Bool

  private static let blockSize = 64

  /// - Parameter usesInstructions: false to use no SHA instructions; for tests.
  package init(usesInstructions: Bool = true) { self.usesInstructions = usesInstructions }

  /// Adds the next bytes.
  package mutating func update(_ piece: some ContiguousBytes) {
    piece.withUnsafeBytes { add($0) }
  }

  /// The digest of all bytes that were added.
  package func digest() -> SHA256 {
    var last = self
    let bits = UInt64(count) &* 8
    var tail: [UInt8] = [0x80]
    while (rest.count + tail.count) % Self.blockSize != 56 { tail.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) { tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
    last.update(tail)
    return SHA256(
      bytes: last.state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } })
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    count &+= bytes.count
    var start = 0
    if !rest.isEmpty {
      start = min(Self.blockSize - rest.count, bytes.count)
      rest += bytes[..<start]
      guard rest.count == Self.blockSize else { return }
      let block = rest
      block.withUnsafeBytes { SHA256.compress($0[...], into: &state, usesInstructions: usesInstructions) }
      rest = []
    }
    let end = start + (bytes.count - start) / Self.blockSize * Self.blockSize
    SHA256.compress(bytes[start..<end], into: &state, usesInstructions: usesInstructions)
    rest += bytes[end...]
  }
}
