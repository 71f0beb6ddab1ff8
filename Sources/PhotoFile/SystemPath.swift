/// A file's place as the system knows it: bytes, which need not be UTF-8.
package struct SystemPath: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Without a zero.
  package let bytes: [UInt8]

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  package init(_ text: String) { bytes = Array(text.utf8) }
  package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix { $0 != 0 }) }

  /// For people: what is not UTF-8 stands as U+FFFD.
  package var description: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether ``description`` names the same file.
  package var isText: Bool { description.utf8.elementsEqual(bytes) }

  package static func < (a: SystemPath, b: SystemPath) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }

  package var isAbsolute: Bool { bytes.first == Self.slash }

  /// Lends the path to a call of the system.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { buffer in
        // The buffer holds one byte at least.
        guard let start = buffer.baseAddress else { return body("") }
        return body(start)
      }
    }
  }

  /// The names between slashes; those that are empty or `.` are left out.
  package var components: [SystemPath] {
    bytes.split(separator: Self.slash).filter { !$0.elementsEqual([Self.dot]) }.map { SystemPath(bytes: $0) }
  }

  /// The last name; empty for the root.
  package var name: SystemPath { components.last ?? SystemPath("") }

  /// The folder that holds it: `.` for a name alone.
  package var folder: SystemPath {
    var end = bytes.count
    while end > 1, bytes[end - 1] == Self.slash { end -= 1 }
    guard let last = bytes[..<end].lastIndex(of: Self.slash) else { return SystemPath(".") }
    return SystemPath(bytes: last == 0 ? bytes[...0] : bytes[..<last])
  }

  package func appending(_ path: SystemPath) -> SystemPath {
    if path.bytes.isEmpty { return self }
    if bytes.isEmpty { return path }
    return SystemPath(bytes: bytes.last == Self.slash ? bytes + path.bytes : bytes + [Self.slash] + path.bytes)
  }

  package func appending(_ text: String) -> SystemPath { appending(SystemPath(text)) }

  /// The name without its extension. A dot at the start of a name starts no extension.
  package var stem: [UInt8] {
    let name = name.bytes
    guard let place = name.lastIndex(of: Self.dot), place > 0 else { return name }
    return Array(name[..<place])
  }

  /// What follows the name's last dot; empty if there is none.
  package var pathExtension: String {
    let name = name.bytes
    guard let place = name.lastIndex(of: Self.dot), place > 0 else { return "" }
    return String(decoding: name[(place + 1)...], as: UTF8.self)
  }

  /// The path with all bytes but letters, digits and `-._~/` as `%` and two hexadecimal digits: a text that stands for
  /// exactly these bytes.
  package var percentEncoded: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, Self.slash: text.append(byte)
      default: text += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The path that ``percentEncoded`` stands for; nil if the text is none.
  package init?(percentEncoded text: String) {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    self.init(bytes: bytes)
  }
}
