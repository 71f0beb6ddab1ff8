import SystemPackage

extension FileDescriptor {
  /// Opens a file to be read.
  ///
  /// - Throws: `unreadable`.
  package static func reading(
    _ path: FilePath, options: OpenOptions = []
  ) throws(PhotoFileError) -> FileDescriptor {
    do {
      return try .open(path, .readOnly, options: options.union(.closeOnExec))
    } catch {
      throw .unreadable(file: path.description, reason: "\(error)")
    }
  }
}
