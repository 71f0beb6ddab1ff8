/// The message authentication code of a message by SHA-256 (RFC 2104): only holders of the key can compute it.
package enum HMAC {
  private static let blockSize = 64

  /// - Parameter key: the key, of any length.
  package static func sha256(_ message: [UInt8], key: [UInt8]) -> SHA256 {
    var block = key.count > blockSize ? SHA256(key).bytes : key
    block += [UInt8](repeating: 0, count: blockSize - block.count)
    var inner = SHA256Hasher()
    inner.update(block.map { $0 ^ 0x36 })
    inner.update(message)
    var outer = SHA256Hasher()
    outer.update(block.map { $0 ^ 0x5C })
    outer.update(inner.digest().bytes)
    return outer.digest()
  }
}
