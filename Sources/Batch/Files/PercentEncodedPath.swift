import MatteKit
import SystemPackage

extension FilePath {
  /// The path with all bytes but letters, digits and `-._~/` as `%` and two hexadecimal digits: a text that stands for
  /// exactly these bytes.
  package var percentEncoded: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, UInt8(ascii: "/"): text.append(byte)
      default: text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// What a report adds to the path's description where that loses bytes; nil where it does not.
  var bytesInReport: String? { isText ? nil : percentEncoded }

  /// The path that a report's texts stand for.
  init(_ description: String, bytesInReport bytes: String?) {
    self = bytes.flatMap(FilePath.init(percentEncoded:)) ?? FilePath(bytes: description.utf8)
  }

  /// The path that ``percentEncoded`` stands for; nil if the text is none.
  package init?(percentEncoded text: String) {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
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
