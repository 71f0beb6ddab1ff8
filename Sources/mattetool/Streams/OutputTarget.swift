import ArgumentParser
import Glibc
import MatteKit
import SystemPackage

/// Where a command writes a file: a path, or standard output for `-`.
enum OutputTarget {
  case file(FilePath)
  case standardOutput

  init(_ argument: String) { self = argument == "-" ? .standardOutput : .file(CommandLinePath.path(argument)) }

  /// What reports call it.
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

  /// The format that the name stands for; nil for one that says nothing.
  var namedFormat: PhotoFormat? {
    guard case .file(let path) = self else { return nil }
    return PhotoFormat(pathExtension: path.extension ?? "")
  }

  /// Finds before any work is done what writing would fail for.
  func check(overwriting: Bool) throws {
    switch self {
    case .file(let path):
      if !overwriting, (try? path.stat()) != nil { throw PhotoFileError.outputExists(file: path.description) }
    case .standardOutput:
      if isatty(1) == 1 {
        throw ValidationError("standard output is a terminal, which cannot show a file: redirect it, or name a file")
      }
    }
  }

  /// Writes a file whole or not at all; what goes to standard output goes as it is.
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
