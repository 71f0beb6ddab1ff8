import Dispatch
import FrameStream
import Glibc

/// Watches the files of a folder by inotify: those that appear, change and disappear. May be shared by threads.
final class FolderWatcher: Sendable {
  private let descriptor: Int32
  private let wakeUp = WakeUp()
  private let queue = DispatchQueue(label: "Capture.FolderWatcher")

  /// Nil if the folder cannot be watched.
  init?(_ folder: String) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    let events = IN_CREATE | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM
    // If this fails, `deinit` closes the descriptor.
    guard descriptor >= 0, inotify_add_watch(descriptor, folder, UInt32(events)) >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Calls `handler` with the name of each file and whether it is gone, on a thread of its own, until ``stop()``.
  func start(_ handler: @escaping @Sendable (_ name: String, _ isGone: Bool) -> Void) {
    queue.async { [self] in
      var room = [UInt8](repeating: 0, count: 8_192)
      while wakeUp.wait(for: descriptor) {
        let count = read(descriptor, &room, room.count)
        guard count > 0 || errno == EAGAIN || errno == EINTR else { return }
        for (name, isGone) in Self.events(in: room.prefix(max(0, count))) { handler(name, isGone) }
      }
    }
  }

  /// Ends the watching.
  func stop() { wakeUp.wake() }

  private static func events(in bytes: ArraySlice<UInt8>) -> [(name: String, isGone: Bool)] {
    let header = MemoryLayout<inotify_event>.size
    return bytes.withUnsafeBytes { bytes in
      var found: [(String, Bool)] = []
      var place = 0
      while place + header <= bytes.count {
        let mask = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        let length = Int(bytes.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
        guard length <= bytes.count - place - header else { break }
        let name = bytes[(place + header)..<(place + header + length)].prefix { $0 != 0 }
        found.append((String(decoding: name, as: UTF8.self), mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0))
        place += header + length
      }
      return found
    }
  }
}
