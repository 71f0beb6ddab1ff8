import FoundationEssentials
import Glibc
import MatteKit
import Synchronization

/// A report that grows line by line: a file, or standard output. May be shared by threads.
final class ReportFile: Sendable {
  struct SummaryLine: Codable {
    let summary: BatchSummary
  }

  private let name: String
  private let descriptor: Int32
  private let owns: Bool
  private let failure = Mutex<PhotoFileError?>(nil)

  /// - Parameter argument: a path, whose file is replaced, or `-`.
  init(_ argument: String) throws(PhotoFileError) {
    guard argument != "-" else {
      (name, descriptor, owns) = ("standard output", 1, false)
      return
    }
    let path = CommandLinePath.path(argument)
    let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else {
      throw .unwritable(file: path.description, reason: PhotoBytes.reason(errno))
    }
    (name, self.descriptor, owns) = (path.description, descriptor, true)
  }

  deinit { if owns { close(descriptor) } }

  func write(_ report: PhotoReport) { write(line: report) }
  func write(_ summary: BatchSummary) { write(line: SummaryLine(summary: summary)) }

  /// Why the report is not whole; nil if it is.
  var error: PhotoFileError? { failure.withLock { $0 } }

  private func write(line: some Encodable) {
    guard let bytes = try? JSONLine.bytes(of: line) else { return }
    // A line at a time, so that none is cut by another.
    failure.withLock { failure in
      guard failure == nil, !DescriptorOutput.write(bytes, to: descriptor) else { return }
      failure = .unwritable(file: name, reason: PhotoBytes.reason(errno))
    }
  }
}
