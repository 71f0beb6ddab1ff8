import Glibc
import SystemPackage

/// Iterates over the names in a folder in the order of their bytes, without `.` and `..`.
///
/// A limited number of them is held at a time. A larger folder's list, which has no order, is read once for each
/// portion: memory is bounded, whatever the folder's size.
struct FolderNames: IteratorProtocol, Sendable {
  struct Entry: Sendable {
    let name: FilePath.Component
    /// Whether the directory entry is a regular file by its type, so that no further call is needed.
    let isRegular: Bool
    /// Whether it is a folder by its type; nil if the type is unknown.
    let isFolder: Bool?
  }

  private struct Found {
    /// The name, with a zero byte at the end.
    let name: [CInterop.PlatformChar]
    let type: Int

    static func precedes(_ a: Found, _ b: Found) -> Bool { strcmp(a.name, b.name) < 0 }
  }

  private let folder: FilePath
  private let leavesOutRegular: Bool
  private let portionSize: Int
  /// The next names, in reverse order.
  private var portion: [Entry] = []
  /// The last name before those that are still to be read.
  private var last: [CInterop.PlatformChar]?
  private var isComplete = false
  /// Why the folder, or the rest of it, could not be read; nil if it could.
  private(set) var fault: Errno?

  /// - Parameters:
  ///   - leavesOutRegular: whether only possible folders are requested.
  ///   - portionSize: the maximum number of names held, up to twice as many during the search.
  init(in folder: FilePath, leavesOutRegular: Bool = false, portionSize: Int = 1 << 17) {
    self.folder = folder
    self.leavesOutRegular = leavesOutRegular
    self.portionSize = portionSize
    read()
  }

  mutating func next() -> Entry? {
    while portion.isEmpty, !isComplete { read() }
    return portion.popLast()
  }

  /// Reads the next portion: the names that follow ``last``.
  private mutating func read() {
    let (found, isLast): ([Found], Bool)
    do throws(Errno) {
      (found, isLast) = try namesAfterLast()
    } catch {
      (fault, isComplete) = (error, true)
      return
    }
    isComplete = isLast || fault != nil
    last = found.last?.name ?? last
    portion = found.reversed().compactMap { found in
      guard let name = FilePath.Component(platformString: found.name), name.kind == .regular else { return nil }
      return Entry(
        name: name, isRegular: found.type == Int(DT_REG),
        isFolder: found.type == Int(DT_UNKNOWN) ? nil : found.type == Int(DT_DIR))
    }
  }

  /// The first names after ``last``, sorted, and whether no others follow. If reading ends early, ``fault`` has the
  /// reason.
  ///
  /// - Throws: `Errno` if the folder cannot be opened.
  private mutating func namesAfterLast() throws(Errno) -> (found: [Found], isLast: Bool) {
    guard let stream = folder.withPlatformString({ opendir($0) }) else { throw Errno(rawValue: errno) }
    defer { closedir(stream) }
    var found: [Found] = []
    // Names from this one on are left to later portions.
    var end: [CInterop.PlatformChar]?
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        // At the end of the list there is no error.
        if errno != 0 { fault = Errno(rawValue: errno) }
        break
      }
      let type = Int(entry.pointee.d_type)
      if type == Int(DT_REG), leavesOutRegular { continue }
      withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CInterop.PlatformChar.self, capacity: 1) { name in
          if let last, strcmp(name, last) <= 0 { return }
          if let end, strcmp(name, end) >= 0 { return }
          let length = strlen(name)
          found.append(Found(name: Array(UnsafeBufferPointer(start: name, count: length + 1)), type: type))
        }
      }
      if found.count >= 2 * portionSize {
        found.sort(by: Found.precedes)
        end = found[portionSize].name
        found.removeLast(found.count - portionSize)
      }
    }
    found.sort(by: Found.precedes)
    let isLast = end == nil && found.count <= portionSize
    return (Array(found.prefix(portionSize)), isLast)
  }
}
