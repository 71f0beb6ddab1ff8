import Checksums
import FoundationEssentials
import MatteKit
import SystemPackage

extension FilePath {
  /// The path's bytes in Base64, which most languages decode without a library.
  package var base64Encoded: String { Data(bytes).base64EncodedString() }

  /// The path that a report's strings represent.
  init(_ description: String, bytesInReport bytes: String?) {
    self = bytes.flatMap(FilePath.init(percentEncoded:)) ?? FilePath(bytes: description.utf8)
  }

  /// The path of bytes in Base64; nil if the string is not Base64.
  package init?(base64 text: String) {
    guard let bytes = Data(base64Encoded: text), !bytes.isEmpty else { return nil }
    self.init(bytes: bytes)
  }

  /// The path that `percentEncoded` represents; nil if the string is not percent-encoded.
  package init?(percentEncoded text: String) {
    guard let bytes = PercentEncoding.decodedBytes(text) else { return nil }
    self.init(bytes: bytes)
  }
}
