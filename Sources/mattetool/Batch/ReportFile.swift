import Batch
import FoundationEssentials
import MatteKit
import Synchronization
import SystemPackage

/// A report that is written line by line to a file or standard output. May be shared by threads.
final class ReportFile: Sendable {
  struct SummaryLine: Codable {
    let summary: BatchSummary
  }

  private let name: String
  private let file: FileDescriptor
  private let failure = Mutex<PhotoFileError?>(nil)

  /// - Parameter argument: a path, or `-`. A file that is there is replaced if it is a report or empty.
  /// - Throws: `unwritable`.
  init(_ argument: String) throws(PhotoFileError) {
    guard argument != "-" else {
      (name, file) = ("standard output", .standardOutput)
      return
    }
    let path = CommandLinePath.path(argument)
    name = path.description
    // Else a photo that a pattern put behind --report would be lost.
    guard Self.mayReplace(path) else {
      throw .unwritable(file: name, reason: "it is there and is no report; name another file for the report")
    }
    do {
      file = try .open(
        path, .writeOnly, options: [.create, .truncate, .closeOnExec],
        permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
    } catch {
      throw .unwritable(file: name, reason: "\(error)")
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
  var error: PhotoFileError? { failure.withLock { $0 } }

  private func write(line: some Encodable) {
    guard let bytes = try? JSONLine.bytes(of: line) else { return }
    // One line at a time, so that lines of several threads do not mix.
    failure.withLock { failure in
      guard failure == nil else { return }
      do {
        try file.writeAll(bytes)
      } catch {
        failure = .unwritable(file: name, reason: "\(error)")
      }
    }
  }
}
