import Batch
import CAllocator
import SystemPackage

/// Work on one photo, which is faster if threads have their own heap arenas. All other work may run for hours, and its
/// heap is kept small from the start (`SteadyMemory`).
enum SinglePhotoWork {
  private static let commands: Set = ["apply-effect", "render", "mattes", "faces"]

  /// Sets up the process before any threads start: two arenas are as fast as one for each thread, and smaller.
  static func prepare() { callocator_limit_arenas(2) }

  /// Whether a command line is such work, by its arguments: a movie, a folder, a pattern, a device or a pipe among them
  /// is other work. It affects only time and memory.
  static func isRequested(by arguments: some Sequence<String>) -> Bool {
    var words = arguments.makeIterator()
    guard let command = words.next(), commands.contains(command) else { return false }
    while let word = words.next() {
      let value = word.split(separator: "=").last.map(String.init) ?? word
      let isOther =
        value == "-" || value.hasSuffix("/") || value.hasPrefix("/dev/") || value.contains { "*?%".contains($0) }
      if isOther || MediaKind(pathExtension: FilePath(value).extension ?? "") == .movie { return false }
      if FilePath(value).isFolder { return false }
    }
    return true
  }
}
