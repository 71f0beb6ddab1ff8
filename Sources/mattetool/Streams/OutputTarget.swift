import ArgumentParser
import Glibc
import MatteKit
import SystemPackage

/// Where a command writes a file: a path, or standard output for `-`.
enum OutputTarget {
  case file(FilePath)
  case standardOutput

  init(_ argument: String) { self = argument == "-" ? .standardOutput : .file(CommandLinePath.path(argument)) }

  /// The name in messages.
  var name: String {
    switch self {
    case .file(let path): path.description
    case .standardOutput: "-"
    }
  }

  var isStandardOutput: Bool {
    if case .standardOutput = self { return true }
    return false
  }

  /// The format of the extension; nil if there is none or it is unknown.
  var namedFormat: PhotoFormat? {
    guard case .file(let path) = self else { return nil }
    return PhotoFormat(pathExtension: path.extension ?? "")
  }

  /// Checks before any work is done whether writing can succeed.
  ///
  /// - Throws: `outputExists`, or `ValidationError` where standard output is a terminal.
  func check(overwriting: Bool) throws {
    switch self {
    case .file(let path):
      if !overwriting, (try? path.stat()) != nil { throw PhotoFileError.outputExists(file: path.description) }
    case .standardOutput:
      if isatty(1) == 1 {
        throw ValidationError("standard output is a terminal; redirect it, or name a file")
      }
    }
  }

  /// Writes a file atomically; standard output is written directly.
  func write(_ bytes: [UInt8], overwriting: Bool) throws(PhotoFileError) {
    switch self {
    case .file(let path): try AtomicFile.write(bytes, to: path, overwriting: overwriting)
    case .standardOutput:
      do {
        try FileDescriptor.standardOutput.writeAll(bytes)
      } catch {
        throw .unwritable(file: "standard output", reason: "\(error)")
      }
    }
  }
}
