import FoundationEssentials
import MatteKit
import ObjectStorage
import SystemPackage

extension FilePath {
  /// The path with all bytes but letters, digits and `-._~/` as `%` and two hexadecimal digits: a text that stands for
  /// exactly these bytes.
  package var percentEncoded: String { PercentEncoding.encoded(bytes, keepingSlashes: true) }

  /// The percent-encoded bytes that a report adds if the path's description is not exact; nil if it is.
  var bytesInReport: String? { isText ? nil : percentEncoded }

  /// The same in Base64, which most languages decode to bytes without a library.
  var base64InReport: String? { isText ? nil : Data(bytes).base64EncodedString() }

  /// The path that a report's texts stand for.
  init(_ description: String, bytesInReport bytes: String?) {
    self = bytes.flatMap(FilePath.init(percentEncoded:)) ?? FilePath(bytes: description.utf8)
  }

  /// The path of bytes in Base64; nil if the text is none.
  package init?(base64 text: String) {
    guard let bytes = Data(base64Encoded: text), !bytes.isEmpty else { return nil }
    self.init(bytes: bytes)
  }

  /// The path that ``percentEncoded`` stands for; nil if the text is none.
  package init?(percentEncoded text: String) {
    guard let bytes = PercentEncoding.decodedBytes(text) else { return nil }
    self.init(bytes: bytes)
  }
}
