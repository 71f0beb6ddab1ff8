import ArgumentParser
import Batch
import Glibc
import MatteKit
import ObjectStorage
import SystemPackage

/// The target of a command's file: a path, an object, or standard output for `-`.
enum OutputTarget {
  case file(FilePath)
  case object(ObjectOutput)
  case standardOutput

  /// - Throws: `ValidationError` for a place that cannot be written to.
  init(_ argument: String, remote: RemoteFiles) throws {
    if argument == "-" {
      self = .standardOutput
      return
    }
    do {
      switch try FilePlace(argument, path: CommandLinePath.path(argument)) {
      case .path(let path): self = .file(path)
      case .object(let location): self = .object(ObjectOutput(location, remote))
      case .web: throw ValidationError("\(argument): the web is only read; write to a file, or to s3://bucket/key")
      }
    } catch let error as S3Error {
      throw ValidationError("\(error)")
    } catch let error as WebError {
      throw ValidationError("\(error)")
    }
  }

  /// The name in messages and reports: a name that is not UTF-8 is percent-encoded.
  var name: String {
    switch self {
    case .file(let path): path.shown
    case .object(let object): object.location.description
    case .standardOutput: "-"
    }
  }

  /// Another file, in the same folder or below the same prefix.
  func sibling(named name: FilePath) -> OutputTarget {
    switch (self, place?.sibling(named: name)) {
    case (_, .path(let path)): .file(path)
    case (.object(let object), .object(let location)): .object(object.sibling(location))
    default: self
    }
  }

  /// The file of a matte beside this one, named after it; nil for standard output.
  func matte(_ kind: MatteKind) -> OutputTarget? {
    place.map { sibling(named: MatteFileName.name(of: kind, beside: $0.name)) }
  }

  /// The place of the file; nil for standard output.
  var place: FilePlace? {
    switch self {
    case .file(let path): .path(path)
    case .object(let object): .object(object.location)
    case .standardOutput: nil
    }
  }

  var isStandardOutput: Bool {
    if case .standardOutput = self { return true }
    return false
  }

  /// The format of the extension; nil if there is none or it is unknown.
  var namedFormat: PhotoFormat? {
    switch self {
    case .file(let path): PhotoFormat(pathExtension: path.extension ?? "")
    case .object(let object): PhotoFormat(pathExtension: FilePlace.object(object.location).name.extension ?? "")
    case .standardOutput: nil
    }
  }

  /// Checks before any work whether writing can succeed.
  ///
  /// - Throws: `outputExists`, `S3Error`, or `ValidationError` if standard output is a terminal or a place does not
  ///   name an object.
  func check(overwriting: Bool) throws {
    switch self {
    case .file(let path):
      let status: Stat
      do {
        status = try path.stat()
      } catch {
        // Of a photo and the mattes beside it all or none are written.
        guard error == .fileNameTooLong else { return }
        throw PhotoFileError.unwritable(file: path.shown, reason: "its name is too long; choose a shorter one")
      }
      if overwriting { return }
      // What may not be replaced either if overwriting is allowed.
      guard !status.isFolder else {
        throw PhotoFileError.unwritable(
          file: path.shown,
          reason: "it is a folder; name a file in it, or let the pictures of a movie go into it (--overwrite)")
      }
      guard status.type == .regular else {
        throw PhotoFileError.unwritable(file: path.shown, reason: "it is not a regular file")
      }
      throw PhotoFileError.outputExists(file: path.shown)
    case .object(let object):
      let location = object.location
      guard !location.key.isEmpty, !location.key.hasSuffix("/") else {
        throw ValidationError("\(location): name the object to write, s3://\(location.bucket)/KEY")
      }
      // Also if it may be replaced: the current version is read, and wrong credentials are reported before the work.
      if try object.refreshVersion() != nil, !overwriting { throw S3Error.exists(place: location.description) }
    case .standardOutput:
      if isatty(1) == 1 {
        throw ValidationError("standard output is a terminal; redirect it, or name a file")
      }
    }
  }

  /// Checks before any work that the folder of a photo's file exists.
  ///
  /// - Throws: `folderMissing`.
  func checkFolder() throws(PhotoFileError) {
    if case .file(let path) = self { try AtomicFile.checkFolder(of: path) }
  }

  /// The status of the file at the target; nil if there is none. From then on only this version of an object is
  /// replaced.
  func status() throws -> RemoteFiles.Status? {
    switch self {
    case .file(let path): RemoteFiles.Status(of: path)
    case .object(let object): try object.refreshVersion().map(RemoteFiles.Status.init)
    case .standardOutput: nil
    }
  }

  /// Removes a file or an object that has the name of a matte, if it exists and can be one.
  ///
  /// - Returns: the outcome; nil if it does not exist.
  func remove(_ kind: MatteKind) throws -> StaleMattes.Outcome? {
    switch self {
    case .file(let path): return try StaleMattes.remove(kind, at: path)
    case .object(let object):
      guard try object.refreshVersion() != nil else { return nil }
      let (bucket, key) = (try object.bucket, object.location.key)
      let start = try bucket.get(key, range: 0..<StaleMattes.startLength, atMost: 1 << 28).bytes
      guard StaleMattes.canBeMatte(start) else { return .kept(at: name) }
      try bucket.delete(key)
      return .removed(kind, at: name)
    case .standardOutput: return nil
    }
  }

  /// Removes the mattes of some kinds beside this file that an earlier run left; files that cannot be mattes stay.
  ///
  /// - Returns: a sentence for each.
  func removeMattes(_ kinds: [MatteKind]) throws -> [String] {
    try kinds.compactMap { kind in try matte(kind)?.remove(kind)?.warning }
  }

  /// Writes a file or an object atomically, an object in place of the version that was checked; standard output is
  /// written directly.
  func write(_ bytes: [UInt8], overwriting: Bool) throws {
    switch self {
    case .object(let object): try object.write(bytes, overwriting: overwriting)
    case .file(let path): try AtomicFile.write(bytes, to: path, overwriting: overwriting)
    case .standardOutput:
      do {
        try FileDescriptor.standardOutput.writeAll(bytes)
      } catch {
        throw PhotoFileError.cannotWrite("standard output", error)
      }
    }
  }
}
