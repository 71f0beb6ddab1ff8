/// The output of `sha256sum`: a line for each file, with its hash and its name.
struct ChecksumList: Sendable {
  /// The name of such a list in the folder of its files.
  static let fileName = "SHA256SUMS"

  private let digests: [String: String]

  init(_ text: String) {
    var digests: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, parts[0].count == 64 else { continue }
      // A star marks a file that was read as binary.
      let name = parts[1].drop { $0 == " " || $0 == "*" }
      digests[String(name)] = parts[0].lowercased()
    }
    self.digests = digests
  }

  subscript(name: String) -> String? { digests[name] }
}
