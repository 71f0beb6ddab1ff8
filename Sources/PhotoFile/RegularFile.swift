import SystemPackage

/// Opens files that somebody else has named.
package enum RegularFile {
  /// Opens a file for reading; a pipe, a socket or a device, which may never end, is refused and not waited for.
  ///
  /// - Throws: `unreadable`.
  package static func open(_ path: FilePath) throws(PhotoFileError) -> FileDescriptor {
    // A pipe whose other end nobody has opened would keep `open` waiting.
    let file = try FileDescriptor.reading(path, options: .nonBlocking)
    let type = (try? file.stat())?.type
    guard type == .regular else {
      try? file.close()
      throw .unreadable(
        file: path.description,
        reason: type == .directory ? "it is a folder" : "it is no regular file, but a pipe, socket or device")
    }
    return file
  }
}
