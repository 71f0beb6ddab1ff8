import Glibc
import MatteKit
import SystemPackage

/// A folder of the file system. swift-system neither lists folders nor makes them, so the system is called here.
package enum Folder {
  /// The names in a folder, in the order of their bytes, without `.` and `..`.
  ///
  /// - Throws: `Errno` if it cannot be read.
  static func names(in folder: FilePath) throws(Errno) -> [FilePath.Component] {
    guard let stream = folder.withPlatformString({ opendir($0) }) else { throw Errno(rawValue: errno) }
    defer { closedir(stream) }
    var names: [FilePath.Component] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        // At the end of the list it tells of no error.
        if errno != 0 { throw Errno(rawValue: errno) }
        break
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CInterop.PlatformChar.self, capacity: 1) { FilePath.Component(platformString: $0) }
      }
      if let name, name.kind == .regular { names.append(name) }
    }
    // `bytes` copies the name, so that it is called once for each and not in every comparison.
    return names.map { ($0, $0.bytes) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
  }

  /// Makes a folder with those above it, unless it is there.
  ///
  /// - Throws: `unwritable`.
  package static func make(_ folder: FilePath) throws(PhotoFileError) {
    if folder.isFolder { return }
    let parent = folder.folder
    if parent != folder { try make(parent) }
    guard folder.withPlatformString({ mkdir($0, 0o777) }) != 0 else { return }
    let error = Errno(rawValue: errno)
    // Somebody else may have made it by now.
    if folder.isFolder { return }
    throw .unwritable(file: folder.description, reason: "the folder cannot be made: \(error)")
  }
}
