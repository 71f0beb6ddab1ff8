import MatteKit
import SystemPackage

/// Tells paths of cameras and of pipes, which can be opened and read only once, from those of files.
enum DevicePath {
  /// Whether an argument names a device, or a place for one that is not there. Files in `/dev/shm`, and what `/dev/stdin` and
  /// `/dev/fd` lead to, are none.
  static func isDevice(_ argument: String) -> Bool {
    guard argument.hasPrefix("/dev/") else { return false }
    guard let type = type(of: argument) else { return true }
    return type == .characterSpecial || type == .blockSpecial
  }

  /// Whether an argument names a pipe, as `<(…)` of shells and `mkfifo` make them.
  static func isPipe(_ argument: String) -> Bool { argument != "-" && type(of: argument) == .fifo }

  /// Opens the pipe that an argument names, which stays open; nil if it names something else. Waits for who writes to it.
  ///
  /// - Throws: `unreadable`.
  static func openPipe(_ argument: String) throws(PhotoFileError) -> FileDescriptor? {
    guard isPipe(argument) else { return nil }
    do {
      return try FileDescriptor.open(CommandLinePath.path(argument), .readOnly, options: .closeOnExec)
    } catch {
      throw .unreadable(file: argument, reason: "\(error)")
    }
  }

  private static func type(of argument: String) -> FileType? { (try? CommandLinePath.path(argument).stat())?.type }
}
