import Batch
import FoundationEssentials
import MatteKit
import Synchronization
import SystemPackage

/// A report that is written line by line to a file or standard output. May be shared by threads.
///
/// What a file holds goes when the first line comes, so that a run that is refused leaves an earlier report as it is. One
/// process at a time has the file.
final class ReportFile: Sendable {
  struct SummaryLine: Codable {
    let summary: BatchSummary
  }

  private struct State {
    /// What becomes of earlier lines when the first one comes; nil when it has come.
    var beginning: Beginning?
    var failure: PhotoFileError?
  }

  private enum Beginning {
    case replacing
    /// To whole lines of a file.
    case appending(FilePath)
  }

  private let name: String
  private let file: FileDescriptor
  private let state: Mutex<State>

  /// - Parameters:
  ///   - argument: a path, or `-`. A file that is there is replaced if it is a report or empty. Its folder is made if it is
  ///     not there.
  ///   - continues: whether lines of earlier runs stay.
  /// - Throws: `unwritable`, also if another process writes to the file.
  init(_ argument: String, continuing continues: Bool = false) throws(PhotoFileError) {
    guard argument != "-" else {
      (name, file) = ("standard output", .standardOutput)
      state = Mutex(State())
      return
    }
    let path = CommandLinePath.path(argument)
    name = path.description
    // Else a photo that a pattern put behind --report would be lost.
    guard Self.mayReplace(path) else {
      throw .unwritable(file: name, reason: "it is there and is no report; name another file for the report")
    }
    if (try? path.stat()) == nil { try Folder.make(path.folder) }
    do {
      file = try .open(
        path, .writeOnly, options: [.create, .append, .closeOnExec],
        permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
    } catch {
      throw .unwritable(file: name, reason: "\(error)")
    }
    // Pipes and devices are shared, and hold nothing.
    guard (try? path.stat())?.type == .regular else {
      state = Mutex(State())
      return
    }
    state = Mutex(State(beginning: continues ? .appending(path) : .replacing))
    // File systems without locks have none to take.
    guard FileLock.take(file) != .wouldBlock else {
      try? file.close()
      throw .unwritable(file: name, reason: "another run writes to this report; wait for it, or name another file")
    }
  }

  /// Whether there is no file of that name, or one that holds nothing but lines of reports, as far as its first line tells.
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

  deinit { if file != .standardOutput { try? file.close() } }

  func write(_ report: FileReport) { write(line: report) }
  func write(_ summary: BatchSummary) { write(line: SummaryLine(summary: summary)) }

  /// Why the report is incomplete; nil if it is complete.
  var error: PhotoFileError? { state.withLock { $0.failure } }

  private func write(line: some Encodable) {
    guard let bytes = try? JSONLine.bytes(of: line) else { return }
    // One line at a time, so that lines of several threads do not mix.
    state.withLock { state in
      guard state.failure == nil else { return }
      do {
        if let beginning = state.beginning { try begin(beginning) }
        state.beginning = nil
        try file.writeAll(bytes)
      } catch {
        state.failure = .unwritable(file: name, reason: "\(error)")
      }
    }
  }

  private func begin(_ beginning: Beginning) throws {
    var length: Int64 = 0
    if case .appending(let path) = beginning { length = try Self.lengthOfWholeLines(in: path) }
    try file.resize(to: length)
  }

  /// Half a line of a run that was killed would spoil the next one.
  private static func lengthOfWholeLines(in path: FilePath) throws -> Int64 {
    let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    defer { try? file.close() }
    var end = try file.seek(offset: 0, from: .end)
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while end > 0 {
      let start = max(0, end - Int64(piece.count))
      let count = try piece.withUnsafeMutableBytes { bytes in
        try file.read(
          fromAbsoluteOffset: start, into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<Int(end - start)]))
      }
      if let last = piece[..<count].lastIndex(of: UInt8(ascii: "\n")) { return start + Int64(last) + 1 }
      guard count > 0 else { break }
      end = start
    }
    return 0
  }
}
