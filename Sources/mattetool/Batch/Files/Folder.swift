import Glibc
import MatteKit

/// A folder of the file system.
enum Folder {
  /// The names in a folder, in the order of their bytes, without `.` and `..`; nil if it cannot be read.
  static func names(in folder: SystemPath) -> [SystemPath]? {
    guard let stream = folder.withCString({ opendir($0) }) else { return nil }
    defer { closedir(stream) }
    var names: [SystemPath] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { SystemPath(bytes: $0) }
      if name.bytes != Array(".".utf8), name.bytes != Array("..".utf8) { names.append(name) }
    }
    return names.sorted()
  }

  /// Makes a folder with those above it, unless it is there.
  static func make(_ folder: SystemPath) throws(PhotoFileError) {
    if FileStatus(of: folder)?.isFolder == true { return }
    let parent = folder.folder
    if parent != folder { try make(parent) }
    guard folder.withCString({ mkdir($0, 0o777) }) != 0 else { return }
    let code = errno
    // Somebody else may have made it by now.
    if FileStatus(of: folder)?.isFolder == true { return }
    throw .unwritable(
      file: folder.description, reason: "the folder cannot be made: \(PhotoBytes.reason(code))")
  }
}
