import Testing

@testable import Checksums

@Suite struct SHA256Tests {
  /// FIPS 180-4's examples as published by NIST, and the lengths about a block's end (from coreutils' sha256sum).
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrst"
        + "nopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (String(repeating: "x", count: 55), "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072"),
    (String(repeating: "x", count: 63), "75220b47218278e656f2013bb8f0c455a25eaf01e86c64924e9d48d89776d6f2"),
    (String(repeating: "x", count: 64), "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c"),
    (String(repeating: "x", count: 65), "9537c5fdf120482f7d58d25e9ed583f52c02b4e304ea814db1633ad565aed7e9"),
    (String(repeating: "x", count: 119), "000b48d4edf0fa7bee3c6236ecd2785baa5db4eeb8bb54341b029e0d9fa5fb0c"),
  ])
  func `published messages have their published hashes`(message: String, digest: String) {
    #expect(SHA256(Array(message.utf8)).description == digest)
    #expect(SHA256(Array(message.utf8), usesInstructions: false).description == digest)
  }

  @Test(arguments: [[0], [1, 63, 64, 65], [60, 3, 1, 200], [64, 64], [7, 130, 55], [200]])
  func `the division of the input into pieces makes no difference`(lengths: [Int]) {
    let message = (0..<lengths.reduce(0, +)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for usesInstructions in [true, false] {
      var hasher = SHA256Hasher(usesInstructions: usesInstructions)
      var start = 0
      for length in lengths {
        hasher.update(Array(message[start..<start + length]))
        start += length
      }
      #expect(hasher.digest() == SHA256(message))
    }
  }
}
