import Glibc
import MatteKit
import SystemPackage

/// A folder of the file system. swift-system neither lists nor creates folders.
package enum Folder {
  /// The names in a folder, in the order of their bytes, without `.` and `..`.
  ///
  /// - Throws: `Errno` if it cannot be read.
  static func names(in folder: FilePath) throws(Errno) -> [FilePath.Component] {
    var entries = FolderNames(in: folder)
    var names: [FilePath.Component] = []
    while let entry = entries.next() { names.append(entry.name) }
    if let fault = entries.fault { throw fault }
    return names
  }

  /// Creates a folder and its parents, unless it exists.
  ///
  /// - Throws: `unwritable`.
  package static func make(_ folder: FilePath) throws(PhotoFileError) {
    if folder.isFolder { return }
    let parent = folder.folder
    if parent != folder { try make(parent) }
    guard folder.withPlatformString({ mkdir($0, 0o777) }) != 0 else { return }
    let error = Errno(rawValue: errno)
    // Another process may have created it meanwhile.
    if folder.isFolder { return }
    let what = "the folder cannot be made: "
    guard error == .fileExists else { throw .cannotWrite(folder.shown, error, after: what) }
    throw .unwritable(
      file: folder.shown, reason: what + "it is a file, or a link that leads nowhere", code: error.rawValue)
  }
}
