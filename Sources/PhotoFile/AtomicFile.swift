import Checksums
import FoundationEssentials
import Glibc
import SystemPackage

/// A file that appears complete or not at all.
///
/// The bytes are written to an unnamed or temporary file in the same folder, which gets the name when they are
/// synchronized to the disk. If a killed process leaves a temporary name, the next one that writes the same file
/// removes it. swift-system opens, writes and handles paths; it has no `linkat`, `rename`, `link`, `unlink`, `realpath`
/// and `fsync`, so those are called here.
public struct AtomicFile: Sendable {
  /// The name of the file in errors.
  private let name: String
  /// The final path of the file, with symbolic links resolved.
  private let path: FilePath
  private let overwriting: Bool
  /// The permissions of the replaced file; nil for a new file.
  private let permissions: FilePermissions?

  /// Writes bytes to a file.
  ///
  /// - Parameter overwriting: whether an existing file may be replaced; it is kept until the new one is complete.
  /// - Throws: `outputExists` if a file exists and may not be replaced, `folderMissing`, `unwritable`.
  public static func write(_ bytes: [UInt8], to url: URL, overwriting: Bool = false) throws(PhotoFileError) {
    try AtomicFile(url, overwriting: overwriting).write(bytes)
  }

  /// Writes bytes to a file whose path need not be UTF-8.
  package static func write(
    _ bytes: [UInt8], to path: FilePath, overwriting: Bool = false
  ) throws(PhotoFileError) {
    try AtomicFile(path, overwriting: overwriting).write(bytes)
  }

  /// Checks whether the place is writable, before the work of encoding.
  package init(_ url: URL, overwriting: Bool) throws(PhotoFileError) {
    guard url.isFileURL else {
      throw .unwritable(file: url.shownPath, reason: "it is not the address of a file; write a file, and upload that")
    }
    try self.init(FilePath(bytes: url.path.utf8), name: url.shownPath, overwriting: overwriting)
  }

  /// Checks a path that need not be UTF-8.
  package init(_ path: FilePath, name: String? = nil, overwriting: Bool) throws(PhotoFileError) {
    let name = name ?? path.shown
    self.name = name
    self.overwriting = overwriting
    let status: Stat
    do {
      status = try Stat(path)
    } catch {
      guard error == .noSuchFileOrDirectory else { throw .cannotWrite(name, error) }
      try Self.checkFolder(of: path, name: name)
      permissions = nil
      self.path = path
      return
    }
    guard status.type != .directory else { throw .unwritable(file: name, reason: "it is a folder") }
    // A device or pipe would be replaced by a file.
    guard status.type == .regular else { throw .unwritable(file: name, reason: "it is not a regular file") }
    guard overwriting else { throw .outputExists(file: name) }
    permissions = status.permissions.subtracting([.setUserID, .setGroupID, .saveText])
    self.path = path.resolved ?? path
  }

  /// Checks that the folder of a new file exists.
  ///
  /// - Parameter name: the name of the file in errors; nil for its path.
  /// - Throws: `folderMissing`.
  package static func checkFolder(of path: FilePath, name: String? = nil) throws(PhotoFileError) {
    guard (try? Stat(path.folder)) == nil else { return }
    throw .folderMissing(
      file: name ?? path.shown, folder: name.map { FilePath($0).folder.description } ?? path.folder.shown)
  }

  func write(_ bytes: [UInt8]) throws(PhotoFileError) {
    let file = try begin()
    do {
      _ = try FileDescriptor(rawValue: file.descriptor).writeAll(bytes)
    } catch {
      throw failure(error)
    }
    try file.finish()
  }

  /// Opens an unnamed or temporary file, until it is finished.
  package func begin() throws(PhotoFileError) -> UnfinishedFile {
    do {
      let unfinished: UnfinishedFile
      if let file = makeNameless() {
        unfinished = UnfinishedFile(file, temporary: nil, place: self)
      } else {
        let (temporary, file) = try makeTemporary()
        unfinished = UnfinishedFile(file, temporary: temporary, place: self)
      }
      if let permissions { _ = fchmod(unfinished.descriptor, permissions.rawValue) }
      return unfinished
    } catch {
      throw failure(error)
    }
  }

  /// Waits until the bytes of a file are on the disk.
  func synchronize(_ file: FileDescriptor) throws(PhotoFileError) {
    guard fsync(file.rawValue) == 0 else { throw failure(Errno(rawValue: errno)) }
  }

  /// Gives a file the place's name.
  func publish(_ file: FileDescriptor, temporary: FilePath?) throws(PhotoFileError) {
    do {
      if let temporary { try moveIntoPlace(temporary) } else { try link(file) }
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: any Error) -> PhotoFileError {
    guard overwriting || (error as? Errno) != .fileExists else { return .outputExists(file: name) }
    if (error as? Errno) == .noSuchFileOrDirectory {
      // Its folder was removed meanwhile.
      do { try Self.checkFolder(of: path, name: name) } catch { return error }
    }
    return .cannotWrite(name, error)
  }

  /// A new unnamed file, which disappears if the process is killed; nil if the file system does not support it.
  private func makeNameless() -> FileDescriptor? {
    // O_TMPFILE, a macro that Swift cannot import, and which swift-system does not define.
    let nameless = FileDescriptor.OpenOptions(rawValue: 0o20_000_000).union(.directory)
    return try? FileDescriptor.open(
      path.folder, .writeOnly, options: nameless.union(.closeOnExec), permissions: Self.newPermissions)
  }

  /// Links an unnamed file to the final name.
  private func link(_ file: FileDescriptor) throws(Errno) {
    let source = "/proc/self/fd/\(file.rawValue)"
    func link(as target: FilePath) throws(Errno) {
      let result = target.withPlatformString { linkat(AT_FDCWD, source, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) }
      guard result == 0 else { throw Errno(rawValue: errno) }
    }
    guard overwriting else { return try link(as: path) }
    // Only a name can take another's place.
    Self.lock(file)
    for attempt in 0..<Self.maximumAttempts {
      let temporary = temporaryPath(attempt)
      do throws(Errno) {
        try link(as: temporary)
      } catch {
        guard error == .fileExists else { throw error }
        Self.removeIfAbandoned(temporary)
        continue
      }
      do throws(Errno) {
        return try Self.rename(temporary, to: path)
      } catch {
        temporary.withPlatformString { _ = unlink($0) }
        throw error
      }
    }
    throw .fileExists
  }

  /// A new file in the same folder, with a unique name.
  private func makeTemporary() throws -> (path: FilePath, file: FileDescriptor) {
    for attempt in 0..<Self.maximumAttempts {
      let temporary = temporaryPath(attempt)
      do {
        let file = try Self.create(temporary)
        Self.lock(file)
        // Meanwhile another process may have taken it for abandoned.
        if Self.isFile(file, at: temporary) { return (temporary, file) }
        try? file.close()
      } catch Errno.fileExists {
        Self.removeIfAbandoned(temporary)
      }
    }
    // Not `fileExists`, which stands for the output.
    throw Errno.resourceBusy
  }

  private func moveIntoPlace(_ temporary: FilePath) throws {
    if overwriting { return try Self.rename(temporary, to: path) }
    // Unlike rename(2), link(2) fails if a file of that name now exists.
    if temporary.withPlatformString({ source in path.withPlatformString { Glibc.link(source, $0) } }) == 0 {
      temporary.withPlatformString { _ = unlink($0) }
      return
    }
    guard errno != EEXIST else { throw Errno.fileExists }
    // A file system without hard links: an empty file reserves the name, and is then replaced.
    try Self.create(path).close()
    do throws(Errno) {
      try Self.rename(temporary, to: path)
    } catch {
      path.withPlatformString { _ = unlink($0) }
      throw error
    }
  }

  /// The name is on the disk once the folder is synchronized. If that fails, the file is in place nevertheless.
  func synchronizeFolder() { Self.synchronize(folder: path.folder) }

  /// Synchronizes the names in a folder to the disk, if its file system supports it.
  package static func synchronize(folder: FilePath) {
    guard let folder = try? FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec]) else { return }
    _ = fsync(folder.rawValue)
    try? folder.close()
  }

  /// The permissions of a new file, before the process's umask is applied.
  private static let newPermissions: FilePermissions = [.ownerReadWrite, .groupReadWrite, .otherReadWrite]
  /// Number of attempts for a temporary name.
  private static let maximumAttempts = 100

  /// The name of an incomplete file in its folder. It is derived from the final name, so that the next process that
  /// writes the file finds leftovers.
  static func temporaryName(for file: String) -> String {
    temporaryName(SHA256(Array(file.utf8)).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  private static func temporaryName(_ number: UInt64) -> String { ".mattekit-\(String(number, radix: 36)).tmp" }

  /// The path to try: a unique one, because another process may be writing the same file.
  private func temporaryPath(_ attempt: Int) -> FilePath {
    path.folder.appending(
      attempt < 2
        ? Self.temporaryName(for: path.lastComponent?.description ?? "")
        : Self.temporaryName(.random(in: .min ... .max)))
  }

  /// Marks a file as being written, as long as it is open.
  private static func lock(_ file: FileDescriptor) { _ = flock(file.rawValue, LOCK_EX) }

  /// Removes a temporary file whose process was killed.
  private static func removeIfAbandoned(_ path: FilePath) {
    guard let file = try? FileDescriptor.open(path, .readOnly, options: [.noFollow, .closeOnExec]) else { return }
    defer { try? file.close() }
    // Another process may have removed it first, and created its own of that name.
    guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0, isFile(file, at: path) else { return }
    path.withPlatformString { _ = unlink($0) }
  }

  /// Whether an open file is still the one at a path.
  private static func isFile(_ file: FileDescriptor, at path: FilePath) -> Bool {
    var (own, named) = (stat(), stat())
    return fstat(file.rawValue, &own) == 0 && path.withPlatformString { lstat($0, &named) } == 0
      && own.st_dev == named.st_dev && own.st_ino == named.st_ino
  }

  private static func create(_ path: FilePath) throws -> FileDescriptor {
    try FileDescriptor.open(
      path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: newPermissions)
  }

  private static func rename(_ source: FilePath, to target: FilePath) throws(Errno) {
    let result = source.withPlatformString { source in target.withPlatformString { Glibc.rename(source, $0) } }
    guard result == 0 else { throw Errno(rawValue: errno) }
  }
}
