import CSHA256
import FoundationEssentials

/// The SHA-256 digest (FIPS 180-4) of bytes: identifies photos, results and networks by their content.
///
/// Uses the processor's SHA instructions if available (`CSHA256`), and plain Swift otherwise; both give the same
/// digest.
package struct SHA256: Sendable, Hashable, CustomStringConvertible {
  /// 32 bytes.
  package let bytes: [UInt8]

  /// - Parameter usesInstructions: false to use no SHA instructions; for tests.
  package init(_ message: some ContiguousBytes, usesInstructions: Bool = true) {
    var hasher = SHA256Hasher(usesInstructions: usesInstructions)
    hasher.update(message)
    self = hasher.digest()
  }

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// 64 lower-case hexadecimal digits.
  package var description: String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]

  /// - Precondition: `blocks` is a whole number of blocks of 64 bytes.
  static func compress(
    _ blocks: Slice<UnsafeRawBufferPointer>, into state: inout [UInt32], usesInstructions: Bool
  ) {
    state.withUnsafeMutableBufferPointer { state in
      constants.withUnsafeBufferPointer { constants in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
          compress(blocks, into: state, schedule: schedule, constants: constants, usesInstructions: usesInstructions)
        }
      }
    }
  }

  /// - Parameter w: room for 64 numbers.
  private static func compress(
    _ blocks: Slice<UnsafeRawBufferPointer>, into state: UnsafeMutableBufferPointer<UInt32>,
    schedule w: UnsafeMutableBufferPointer<UInt32>, constants k: UnsafeBufferPointer<UInt32>, usesInstructions: Bool
  ) {
    let bytes = UnsafeRawBufferPointer(rebasing: blocks)
    if usesInstructions, let first = bytes.baseAddress,
      csha256_blocks(
        state.baseAddress, first.assumingMemoryBound(to: UInt8.self), bytes.count / 64) != 0
    {
      return
    }
    var start = 0
    while start < bytes.count {
      for t in 0..<16 {
        w[t] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start &+ 4 &* t, as: UInt32.self))
      }
      for t in 16..<64 {
        let x = w[t &- 15]
        let y = w[t &- 2]
        let s0 = (x &>> 7 | x &<< 25) ^ (x &>> 18 | x &<< 14) ^ (x &>> 3)
        let s1 = (y &>> 17 | y &<< 15) ^ (y &>> 19 | y &<< 13) ^ (y &>> 10)
        w[t] = w[t &- 16] &+ s0 &+ w[t &- 7] &+ s1
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = (state[4], state[5], state[6], state[7])
      for t in 0..<64 {
        let s1 = (e &>> 6 | e &<< 26) ^ (e &>> 11 | e &<< 21) ^ (e &>> 25 | e &<< 7)
        let t1 = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ k[t] &+ w[t]
        let s0 = (a &>> 2 | a &<< 30) ^ (a &>> 13 | a &<< 19) ^ (a &>> 22 | a &<< 10)
        let t2 = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
        (h, g, f, e) = (g, f, e, d &+ t1)
        (d, c, b, a) = (c, b, a, t1 &+ t2)
      }
      state[0] &+= a
      state[1] &+= b
      state[2] &+= c
      state[3] &+= d
      state[4] &+= e
      state[5] &+= f
      state[6] &+= g
      state[7] &+= h
      start &+= 64
    }
  }
}
