import Glibc

/// Counts how often a file is opened, by inotify.
final class OpeningCounter {
  private let descriptor: Int32
  /// How often it was when ``count()`` was last called.
  private(set) var total = 0

  /// Nil if the file cannot be watched.
  init?(of path: String) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    // A repeated event counts once: closings are between openings.
    guard inotify_add_watch(descriptor, path, UInt32(IN_OPEN | IN_CLOSE)) >= 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  /// How often it was opened so far.
  func count() -> Int {
    let size = MemoryLayout<inotify_event>.size
    var room = [UInt8](repeating: 0, count: 4_096 * size)
    while true {
      let length = read(descriptor, &room, room.count)
      guard length > 0 else { return total }
      room.withUnsafeBytes { bytes in
        // The events of a file, unlike those of a folder, have no names.
        for place in stride(from: 0, to: length, by: size) {
          let mask = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
          if mask & UInt32(IN_OPEN) != 0 { total += 1 }
        }
      }
    }
  }
}
