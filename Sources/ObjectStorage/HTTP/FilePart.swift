/// A part of a file in a server's response.
package struct FilePart: Sendable {
  /// The offset of the part.
  package let start: Int
  package let bytes: [UInt8]
  /// The length of the whole file.
  package let total: Int
  /// The version of the file; nil if the server does not state it.
  package let version: String?

  /// Whether it is the whole file: the server does not support ranges, or the file is short.
  package var isComplete: Bool { bytes.count == total }

  package init(start: Int, bytes: [UInt8], total: Int, version: String?) {
    (self.start, self.bytes, self.total, self.version) = (start, bytes, total, version)
  }

  /// Nil for a response that does not state its range.
  init?(_ response: HTTPResponse) {
    bytes = response.body
    version = response.header["etag"] ?? response.header["last-modified"]
    guard response.status == 206 else {
      (start, total) = (0, response.body.count)
      return
    }
    // bytes 0-65535/1234567
    guard let words = response.header["content-range"]?.split(separator: " "), words.count == 2, words[0] == "bytes",
      let slash = words[1].firstIndex(of: "/"), let total = Int(words[1][words[1].index(after: slash)...]),
      let start = words[1].split(separator: "-").first.flatMap({ Int($0) }), start >= 0,
      start <= total, response.body.count <= total - start
    else { return nil }
    (self.start, self.total) = (start, total)
  }
}
