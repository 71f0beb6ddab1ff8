import MatteKit
import SystemPackage

/// Distinguishes paths of cameras and of pipes, which can be opened and read only once, from those of files.
enum DevicePath {
  /// Whether an argument names a device, existing or not. Files in `/dev/shm`, and the targets of `/dev/stdin` and
  /// `/dev/fd`, are not devices.
  static func isDevice(_ argument: String) -> Bool {
    guard argument.hasPrefix("/dev/") else { return false }
    guard let type = type(of: argument) else { return true }
    return type == .characterSpecial || type == .blockSpecial
  }

  /// Whether an argument names a device of no hardware: `/dev/null`, `/dev/zero`, `/dev/full`, `/dev/random`.
  static func isMemory(_ argument: String) -> Bool {
    guard isDevice(argument), let device = (try? CommandLinePath.path(argument).stat())?.rawValue.st_rdev else {
      return false
    }
    // The major number of the memory devices.
    return device >> 8 & 0xFFF == 1
  }

  /// Whether an argument names a pipe, as made by a shell's `<(…)` or `mkfifo`.
  static func isPipe(_ argument: String) -> Bool { argument != "-" && type(of: argument) == .fifo }

  /// Opens the pipe that an argument names, which stays open; nil if it names something else. Waits for its writer.
  ///
  /// - Throws: `unreadable`.
  static func openPipe(_ argument: String) throws(PhotoFileError) -> FileDescriptor? {
    guard isPipe(argument) else { return nil }
    do {
      return try FileDescriptor.open(CommandLinePath.path(argument), .readOnly, options: .closeOnExec)
    } catch {
      throw .cannotRead(argument, error)
    }
  }

  private static func type(of argument: String) -> FileType? { (try? CommandLinePath.path(argument).stat())?.type }
}
