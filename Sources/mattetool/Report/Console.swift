import Batch
import FoundationEssentials
import MatteKit
import SystemPackage

/// The output of a command: results to standard output, messages to standard error.
///
/// What people read has escapes in place of characters that steer a terminal (``TerminalText``); JSON is exact.
enum Console {
  /// Writes a line. If that fails, for example on a full disk, the process ends with an error.
  static func print(_ line: String) { print(exactly: TerminalText.shown(line)) }

  /// Writes a text of several lines, such as a page of documentation.
  static func print(lines: String) { print(exactly: TerminalText.shown(lines, keepingLines: true)) }

  /// Writes what programs read, such as a JSON Schema.
  static func print(exactly text: String) {
    do {
      try write((text + "\n").utf8)
    } catch is Closed {
      return
    } catch {
      self.error("error: \(error)")
      ProcessEnd.now(Failure.code(for: error))
    }
  }

  static func error(_ line: String) { write(message: TerminalText.shown(line)) }

  /// Writes a message of several lines, whose line feeds come from no name.
  static func error(lines: String) { write(message: TerminalText.shown(lines, keepingLines: true)) }

  private static func write(message: String) {
    _ = try? FileDescriptor.standardError.writeAll("mattetool: \(message)\n".utf8)
  }

  /// Writes a message to standard error, beside the results.
  static func note(_ line: String) { error(line) }
  static func warning(_ line: String) { error("warning: \(line)") }

  /// Writes a value as a JSON document with sorted keys.
  static func print(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(exactly: String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Standard output was closed by its reader.
  struct Closed: Error {}

  /// Writes a value as one line of JSON with sorted keys.
  ///
  /// - Throws: ``Closed`` if the reader has gone and SIGPIPE is ignored; `unwritable` for example if the disk is full.
  static func print(jsonLine value: some Encodable) throws {
    try write(try JSONLine.bytes(of: value))
  }

  private static func write(_ bytes: some Sequence<UInt8>) throws {
    do {
      try FileDescriptor.standardOutput.writeAll(bytes)
    } catch Errno.brokenPipe {
      throw Closed()
    } catch {
      throw PhotoFileError.cannotWrite("standard output", error)
    }
  }
}
