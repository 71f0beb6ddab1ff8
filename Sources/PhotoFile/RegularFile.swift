import SystemPackage

/// Opens regular files only, for paths that a user has named.
package enum RegularFile {
  /// Opens a file for reading; a pipe, a socket or a device, which may never end, is refused without waiting.
  ///
  /// - Throws: `unreadable`.
  package static func open(_ path: FilePath) throws(PhotoFileError) -> FileDescriptor {
    // `open` would block on a pipe without a writer.
    let file = try FileDescriptor.reading(path, options: .nonBlocking)
    let type = (try? file.stat())?.type
    guard type == .regular else {
      try? file.close()
      throw .unreadable(
        file: path.shown,
        reason: type == .directory ? "it is a folder" : "it is not a regular file but a pipe, socket or device")
    }
    return file
  }
}
