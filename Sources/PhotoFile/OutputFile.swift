import Glibc

/// A place where a file is to stand, whole or not at all.
struct OutputFile {
  /// The name that errors use.
  private let name: String
  /// The place itself, behind symbolic links.
  private let path: String
  private let overwriting: Bool
  private let mode: mode_t

  /// Looks whether the place may be written to, before the work of encoding is done.
  init(path: String, overwriting: Bool) throws(PhotoFileError) {
    name = path
    self.overwriting = overwriting
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw .unwritable(file: path, reason: "it is a folder") }
      guard overwriting else { throw .outputExists(file: path) }
      // A device or pipe would be replaced by a file.
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .unwritable(file: path, reason: "it is not a regular file")
      }
      mode = status.st_mode & 0o777
      if let resolved = realpath(path, nil) {
        self.path = String(cString: resolved)
        free(resolved)
      } else {
        self.path = path
      }
    } else {
      if errno != ENOENT { throw .unwritable(file: path, reason: PhotoBytes.reason(errno)) }
      mode = 0
      self.path = path
    }
  }

  func write(_ bytes: [UInt8]) throws(PhotoFileError) {
    let (temporary, descriptor) = try makeTemporary()
    var isInPlace = false
    defer { if !isInPlace { unlink(temporary) } }
    try fill(descriptor, with: bytes)
    try moveIntoPlace(temporary)
    isInPlace = true
    // The name is on the disk once the folder is; where a folder cannot be synchronized the file is in place all the same.
    let folder = open(self.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      _ = fsync(folder)
      close(folder)
    }
  }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A new file beside the place, with a name that nobody else uses.
  private func makeTemporary() throws(PhotoFileError) -> (path: String, descriptor: Int32) {
    for _ in 0..<100 {
      let temporary = "\(folder)/.mattekit-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { return (temporary, descriptor) }
      guard errno == EEXIST else { throw failure(errno) }
    }
    throw failure(EEXIST)
  }

  /// Writes the bytes, waits until they are on the disk, and closes the file.
  private func fill(_ descriptor: Int32, with bytes: [UInt8]) throws(PhotoFileError) {
    defer { close(descriptor) }
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

  private func moveIntoPlace(_ temporary: String) throws(PhotoFileError) {
    if overwriting {
      guard rename(temporary, path) == 0 else { throw failure(errno) }
      return
    }
    // Unlike rename(2), link(2) fails if somebody has made a file of that name by now.
    if link(temporary, path) == 0 {
      unlink(temporary)
      return
    }
    guard errno != EEXIST else { throw .outputExists(file: name) }
    // A file system without hard links: the name is taken with an empty file, which the whole one then replaces.
    let placeholder = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard placeholder >= 0 else { throw errno == EEXIST ? .outputExists(file: name) : failure(errno) }
    close(placeholder)
    guard rename(temporary, path) == 0 else {
      let code = errno
      unlink(path)
      throw failure(code)
    }
  }

  private func failure(_ code: Int32) -> PhotoFileError {
    .unwritable(file: name, reason: PhotoBytes.reason(code))
  }
}
