import ArgumentParser
import Batch
import FoundationEssentials
import MatteKit
import Synchronization
import SystemPackage

/// A report that is written line by line to a file or standard output. May be shared by threads.
///
/// A file is truncated at the first line, so that a run that is refused keeps an earlier report. One process at a time
/// has the file. If it is removed meanwhile, alone or with its folder, it is restored with its contents; if it is
/// renamed, writing continues there.
final class ReportFile: Sendable {
  struct SummaryLine: Codable {
    let summary: BatchSummary
  }

  private struct State {
    var file: FileDescriptor
    /// Nil if it is not a regular file, and cannot be restored.
    var path: FilePath?
    /// How the first line treats earlier ones; nil after that.
    var beginning: Beginning?
    var failure: PhotoFileError?
  }

  private enum Beginning {
    case replacing
    /// To whole lines of a file.
    case appending(FilePath)
  }

  private let name: String
  private let state: Mutex<State>

  /// - Parameters:
  ///   - argument: a path, or `-`. An existing file is replaced if it is a report or empty. Its folder is created if
  ///     necessary.
  ///   - continues: whether lines of earlier runs stay.
  /// - Throws: `unwritable`, also if another process writes to the file.
  init(_ argument: String, continuing continues: Bool = false) throws(PhotoFileError) {
    guard argument != "-" else {
      name = "standard output"
      state = Mutex(State(file: .standardOutput))
      return
    }
    let path = CommandLinePath.path(argument)
    name = path.shown
    // Otherwise a photo that a shell pattern puts after --report would be lost.
    guard Self.mayReplace(path) else {
      throw .unwritable(file: name, reason: "it exists and is not a report; name another file for the report")
    }
    if (try? path.stat()) == nil { try Folder.make(path.folder) }
    let file: FileDescriptor
    do {
      file = try .open(
        path, .writeOnly, options: [.create, .append, .closeOnExec],
        permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
    } catch {
      throw .cannotWrite(name, error)
    }
    // Pipes and devices are shared, and have no contents.
    guard (try? path.stat())?.type == .regular else {
      state = Mutex(State(file: file))
      return
    }
    // Some file systems have no locks.
    guard FileLock.take(file) != .wouldBlock else {
      try? file.close()
      throw .unwritable(file: name, reason: "another run writes to this report; wait for it, or name another file")
    }
    state = Mutex(State(file: file, path: path, beginning: continues ? .appending(path) : .replacing))
  }

  /// Checks that a report and an output are two files, which need not be there yet.
  ///
  /// - Throws: `ValidationError` if they are one: the report would replace the output.
  static func check(_ argument: String?, against output: FilePath) throws {
    guard let argument, argument != "-" else { return }
    func place(_ path: FilePath) -> FilePath {
      path.resolved ?? path.lastComponent.map { place(path.folder).appending($0) } ?? path
    }
    if place(CommandLinePath.path(argument)) == place(output) {
      throw ValidationError("\(argument): --report and an output name one file; name another for the report")
    }
  }

  /// Whether there is no file of that name, or one whose first line is a report's.
  private static func mayReplace(_ path: FilePath) -> Bool {
    guard (try? path.stat())?.type == .regular, let start = try? PlainFile.read(path, atMost: 1 << 20), !start.isEmpty
    else { return true }
    guard let end = start.firstIndex(of: UInt8(ascii: "\n")) else {
      return start.count == 1 << 20 && start.starts(with: #"{""#.utf8)
    }
    let line = Data(start[..<end])
    let decoder = JSONDecoder()
    return (try? decoder.decode(FileReport.self, from: line)) != nil
      || (try? decoder.decode(SummaryLine.self, from: line)) != nil
  }

  deinit { state.withLock { if $0.file != .standardOutput { try? $0.file.close() } } }

  func write(_ report: FileReport) { write(line: report) }
  func write(_ summary: BatchSummary) { write(line: SummaryLine(summary: summary)) }

  /// Why the report is incomplete; nil if it is complete.
  var error: PhotoFileError? { state.withLock { $0.failure } }

  private func write(line: some Encodable) {
    guard let bytes = try? JSONLine.bytes(of: line) else { return }
    // One line at a time, so that lines of several threads are not mixed.
    state.withLock { state in
      guard state.failure == nil else { return }
      do {
        if let path = state.path { try restore(path, &state) }
        if let beginning = state.beginning { try begin(beginning, state.file) }
        state.beginning = nil
        try state.file.writeAll(bytes)
      } catch {
        state.failure = (error as? PhotoFileError) ?? .cannotWrite(name, error)
      }
    }
  }

  private func begin(_ beginning: Beginning, _ file: FileDescriptor) throws {
    var length: Int64 = 0
    if case .appending(let path) = beginning {
      let earlier = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
      defer { try? earlier.close() }
      // An incomplete line of a run that was killed would corrupt the next one.
      length = try LineFile.lengthOfWholeLines(in: earlier)
    }
    try file.resize(to: length)
  }

  private func restore(_ path: FilePath, _ state: inout State) throws {
    guard LineFile.isRemoved(state.file) else { return }
    guard let remade = try LineFile.remake(path, from: state.file) else { throw Errno.fileExists }
    try? state.file.close()
    state.file = remade.file
  }
}
