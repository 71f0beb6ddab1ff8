import FoundationEssentials
import MatteKit
import SystemPackage

/// The output of a command: results to standard output, messages to standard error.
enum Console {
  /// Writes a line. If that fails, for example on a full disk, the process ends with an error.
  static func print(_ line: String) {
    do {
      try write(line)
    } catch is Closed {
      return
    } catch {
      self.error("error: \(error)")
      ProcessEnd.now(Failure.code(for: error))
    }
  }

  static func error(_ line: String) { _ = try? FileDescriptor.standardError.writeAll("mattetool: \(line)\n".utf8) }
  /// Writes a message to standard error, beside the results.
  static func note(_ line: String) { error(line) }
  static func warning(_ line: String) { error("warning: \(line)") }

  /// Writes a value as a JSON document with sorted keys.
  static func print(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Standard output was closed by its reader.
  struct Closed: Error {}

  /// Writes a value as one line of JSON with sorted keys.
  ///
  /// - Throws: ``Closed`` if the reader has gone and SIGPIPE is ignored; `unwritable` for example if the disk is full.
  static func print(jsonLine value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try write(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Writes a line to standard output.
  private static func write(_ line: String) throws {
    do {
      try FileDescriptor.standardOutput.writeAll((line + "\n").utf8)
    } catch Errno.brokenPipe {
      throw Closed()
    } catch {
      throw PhotoFileError.unwritable(file: "standard output", reason: "\(error)")
    }
  }
}
