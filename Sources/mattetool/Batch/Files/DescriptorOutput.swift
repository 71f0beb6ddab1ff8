import Glibc

/// Writing to what is open already.
enum DescriptorOutput {
  /// Writes all bytes; false, with `errno` set, if that is not possible.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var position = 0
      while position < buffer.count {
        let done = Glibc.write(descriptor, buffer.baseAddress.map { $0 + position }, buffer.count - position)
        if done > 0 {
          position += done
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }
}
