import Glibc
import Synchronization

/// The service's own folder for photos and results in progress. May be shared by threads.
final class Spool: Sendable {
  /// The system refused a file.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  let folder: String
  private let number = Atomic(0)
  /// Holds the lock by which others know that the folder is in use, as long as the process lives.
  private let lock: Int32

  private static let prefix = "mattetool-serve-"

  /// Creates a folder with a unique name, and removes those of services of the same user that were killed.
  ///
  /// - Parameter parent: the folder that it is made in.
  /// - Throws: ``Fault``.
  init(in parent: String) throws(Fault) {
    Self.removeAbandoned(in: parent)
    var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Fault(description: "\(parent): no folder can be created: \(String(cString: strerror(errno)))")
    }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    lock = Self.locked(folder)
    // Another service that begins at the same moment may have taken it for abandoned.
    guard lock >= 0, access(folder, F_OK) == 0 else {
      if lock >= 0 { close(lock) }
      throw Fault(description: "\(folder): it was removed as soon as it was made; start again")
    }
  }

  deinit { close(lock) }

  /// Removes the folder, which is empty when nothing is in progress.
  func remove() { Self.remove(folder) }

  private static func remove(_ folder: String) {
    for name in names(in: folder) { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  private static func removeAbandoned(in parent: String) {
    for name in names(in: parent) where name.hasPrefix(prefix) {
      let folder = "\(parent)/\(name)"
      let lock = locked(folder)
      guard lock >= 0 else { continue }
      var status = stat()
      if fstat(lock, &status) == 0, status.st_uid == geteuid() { remove(folder) }
      close(lock)
    }
  }

  /// A descriptor of a folder with a lock; -1 if it is none, or another process has the lock.
  private static func locked(_ folder: String) -> Int32 {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return descriptor }
    close(descriptor)
    return -1
  }

  /// A place for one photo and its result.
  func place() -> Place {
    Place(folder: folder, number: number.add(1, ordering: .relaxed).newValue)
  }

  /// The files of one photo.
  struct Place: Sendable {
    fileprivate let folder: String
    fileprivate let number: Int

    var input: String { "\(folder)/\(number)-photo" }
    /// Without an extension, so that only the format decides.
    var output: String { "\(folder)/\(number)-result" }

    /// Mattes beside the result, by kind.
    var mattes: [(kind: String, path: String)] {
      let prefix = "\(number)-result."
      return Spool.names(in: folder).filter { $0.hasPrefix(prefix) && $0.hasSuffix(".png") }.sorted().map { name in
        (String(name.dropFirst(prefix.count).dropLast(4)), "\(folder)/\(name)")
      }
    }

    func remove() {
      for (_, path) in mattes { unlink(path) }
      unlink(input)
      unlink(output)
    }
  }

  fileprivate static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
