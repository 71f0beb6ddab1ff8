import SystemPackage

extension FileDescriptor {
  /// Opens a file to be read.
  ///
  /// - Parameter name: the name of the file in errors; nil for its path.
  /// - Throws: `unreadable`.
  package static func reading(
    _ path: FilePath, name: String? = nil, options: OpenOptions = []
  ) throws(PhotoFileError) -> FileDescriptor {
    do {
      return try .open(path, .readOnly, options: options.union(.closeOnExec))
    } catch {
      // ENXIO: open(2) fails with it for a socket, and for a device without a driver.
      let name = name ?? path.shown
      guard (error as? Errno) == .noSuchAddressOrDevice else { throw .cannotRead(name, error) }
      throw .unreadable(
        file: name, reason: "it is a socket, or a device that is not there", code: Errno.noSuchAddressOrDevice.rawValue)
    }
  }
}
