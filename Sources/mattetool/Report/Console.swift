import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#endif

/// The output of a command: results to standard output, messages to standard error.
enum Console {
  static func print(_ line: String) { write(line + "\n", to: 1) }
  static func error(_ line: String) { write("mattetool: \(line)\n", to: 2) }
  /// Says what happens, beside the results.
  static func note(_ line: String) { error(line) }
  static func warning(_ line: String) { error("warning: \(line)") }

  /// Writes a value as a JSON document with sorted keys.
  static func print(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Nobody reads standard output any more.
  struct Closed: Error {}

  /// Writes a value as one line of JSON with sorted keys.
  ///
  /// - Throws: ``Closed`` where the reader has gone and SIGPIPE is ignored.
  static func print(jsonLine value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let line = String(decoding: try encoder.encode(value), as: UTF8.self)
    guard write(line + "\n", to: 1) || errno != EPIPE else { throw Closed() }
  }

  /// - Returns: false, with `errno`, if not all could be written.
  @discardableResult
  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
