import Glibc

/// A place where a file is to stand, whole or not at all.
struct OutputFile {
  /// The name that errors use.
  private let name: String
  /// The place itself, behind symbolic links.
  private let path: SystemPath
  private let overwriting: Bool
  private let mode: mode_t

  /// Looks whether the place may be written to, before the work of encoding is done.
  init(path: String, overwriting: Bool) throws(PhotoFileError) {
    try self.init(path: SystemPath(path), overwriting: overwriting)
  }

  init(path: SystemPath, overwriting: Bool) throws(PhotoFileError) {
    name = path.description
    self.overwriting = overwriting
    var status = stat()
    if path.withCString({ stat($0, &status) }) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw .unwritable(file: name, reason: "it is a folder") }
      guard overwriting else { throw .outputExists(file: name) }
      // A device or pipe would be replaced by a file.
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .unwritable(file: name, reason: "it is not a regular file")
      }
      mode = status.st_mode & 0o777
      if let resolved = path.withCString({ realpath($0, nil) }) {
        self.path = SystemPath(bytes: UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
        free(resolved)
      } else {
        self.path = path
      }
    } else {
      if errno != ENOENT { throw .unwritable(file: name, reason: PhotoBytes.reason(errno)) }
      mode = 0
      self.path = path
    }
  }

  func write(_ bytes: [UInt8]) throws(PhotoFileError) {
    if let descriptor = makeNameless() {
      defer { close(descriptor) }
      try fill(descriptor, with: bytes)
      try nameInPlace(descriptor)
    } else {
      let (temporary, descriptor) = try makeTemporary()
      var isInPlace = false
      defer { if !isInPlace { temporary.withCString { _ = unlink($0) } } }
      defer { close(descriptor) }
      try fill(descriptor, with: bytes)
      try moveIntoPlace(temporary)
      isInPlace = true
    }
    // The name is on the disk once the folder is; where a folder cannot be synchronized the file is in place all the same.
    let folder = path.folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if folder >= 0 {
      _ = fsync(folder)
      close(folder)
    }
  }

  /// A new file without a name, of which nothing is left if the process is killed; nil where the file system has none.
  private func makeNameless() -> Int32? {
    // O_TMPFILE, whose definition is too long for Swift to see.
    let nameless = 0o20_000_000 | O_DIRECTORY
    let descriptor = path.folder.withCString { open($0, O_WRONLY | nameless | O_CLOEXEC, 0o666) }
    return descriptor >= 0 ? descriptor : nil
  }

  /// Gives a file without a name the place's own.
  private func nameInPlace(_ descriptor: Int32) throws(PhotoFileError) {
    let source = "/proc/self/fd/\(descriptor)"
    func link(as target: SystemPath) -> Int32 {
      target.withCString { linkat(AT_FDCWD, source, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno }
    }
    guard overwriting else {
      let code = link(as: path)
      guard code == 0 else { throw code == EEXIST ? .outputExists(file: name) : failure(code) }
      return
    }
    // Only a name can take another's place.
    for _ in 0..<100 {
      let temporary = Self.temporary(in: path.folder)
      let code = link(as: temporary)
      if code == EEXIST { continue }
      guard code == 0 else { throw failure(code) }
      guard rename(temporary, to: path) == 0 else {
        let code = errno
        temporary.withCString { _ = unlink($0) }
        throw failure(code)
      }
      return
    }
    throw failure(EEXIST)
  }

  /// A name beside the place that nobody else uses.
  private static func temporary(in folder: SystemPath) -> SystemPath {
    folder.appending(".mattekit-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp")
  }

  private func rename(_ source: SystemPath, to target: SystemPath) -> Int32 {
    source.withCString { source in target.withCString { Glibc.rename(source, $0) } }
  }

  /// A new file beside the place, with a name that nobody else uses.
  private func makeTemporary() throws(PhotoFileError) -> (path: SystemPath, descriptor: Int32) {
    for _ in 0..<100 {
      let temporary = Self.temporary(in: path.folder)
      let descriptor = temporary.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
      if descriptor >= 0 { return (temporary, descriptor) }
      guard errno == EEXIST else { throw failure(errno) }
    }
    throw failure(EEXIST)
  }

  /// Writes the bytes, and waits until they are on the disk.
  private func fill(_ descriptor: Int32, with bytes: [UInt8]) throws(PhotoFileError) {
    if mode != 0 { _ = fchmod(descriptor, mode) }
    var code: Int32 = 0
    bytes.withUnsafeBytes { buffer in
      var position = 0
      while position < buffer.count {
        let done = Glibc.write(descriptor, buffer.baseAddress.map { $0 + position }, buffer.count - position)
        if done > 0 {
          position += done
        } else if errno != EINTR {
          code = errno
          return
        }
      }
    }
    guard code == 0 else { throw failure(code) }
    guard fsync(descriptor) == 0 else { throw failure(errno) }
  }

  private func moveIntoPlace(_ temporary: SystemPath) throws(PhotoFileError) {
    if overwriting {
      guard rename(temporary, to: path) == 0 else { throw failure(errno) }
      return
    }
    // Unlike rename(2), link(2) fails if somebody has made a file of that name by now.
    if temporary.withCString({ source in path.withCString { link(source, $0) } }) == 0 {
      temporary.withCString { _ = unlink($0) }
      return
    }
    guard errno != EEXIST else { throw .outputExists(file: name) }
    // A file system without hard links: the name is taken with an empty file, which the whole one then replaces.
    let placeholder = path.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    guard placeholder >= 0 else { throw errno == EEXIST ? .outputExists(file: name) : failure(errno) }
    close(placeholder)
    guard rename(temporary, to: path) == 0 else {
      let code = errno
      path.withCString { _ = unlink($0) }
      throw failure(code)
    }
  }

  private func failure(_ code: Int32) -> PhotoFileError {
    .unwritable(file: name, reason: PhotoBytes.reason(code))
  }
}
