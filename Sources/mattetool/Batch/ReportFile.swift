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

  /// - Parameter argument: a path, whose file is replaced, or `-`.
  init(_ argument: String) throws(PhotoFileError) {
    guard argument != "-" else {
      (name, file) = ("standard output", .standardOutput)
      return
    }
    let path = CommandLinePath.path(argument)
    name = path.description
    do {
      file = try .open(
        path, .writeOnly, options: [.create, .truncate, .closeOnExec],
        permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
    } catch {
      throw .unwritable(file: name, reason: "\(error)")
    }
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
