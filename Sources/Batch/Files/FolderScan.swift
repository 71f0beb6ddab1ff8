import MatteKit
import SystemPackage

/// Scans folders for photos and movies: files with their extensions whose names do not start with a dot.
///
/// Findings have the same order each time: the files of a folder by the bytes of their names, then its folders, each
/// with everything below it. Memory holds a portion of the names of each open folder, and the identities of the visited
/// ones. Symbolic links are followed; a folder that was visited already, as in a loop of links, is not entered again.
package struct FolderScan: Sequence, Sendable {
  /// The folder that is scanned.
  let root: FilePath
  /// Whether subfolders are scanned.
  let isRecursive: Bool
  /// Folders that are not entered, such as the output folder.
  let leftOut: Set<FileIdentity>

  package init(of root: FilePath, isRecursive: Bool, leftOut: Set<FileIdentity> = []) {
    self.root = root
    self.isRecursive = isRecursive
    self.leftOut = leftOut
  }

  /// A finding of a scan. Paths are relative to the root.
  package enum Finding: Sendable {
    case file(FilePath)
    /// A folder that is scanned, the root first.
    case folder(FilePath)
    /// A file that is neither a photo nor a movie.
    case other(FilePath)
    /// A folder that could not be read, or not completely.
    case unreadable(UnreadableFolder)
    /// A warning about a file or folder that is skipped.
    case warning(String)
  }

  package func makeIterator() -> Iterator { Iterator(self) }

  /// All photos and movies.
  package var files: [FilePath] {
    compactMap { finding in
      if case .file(let path) = finding { path } else { nil }
    }
  }

  package struct Iterator: IteratorProtocol, Sendable {
    private struct Level {
      let part: FilePath
      var names: FolderNames
      /// Whether its files are done, and its folders are next.
      var isAtFolders = false
      var mayHaveFolders = false
    }

    private let scan: FolderScan
    private var levels: [Level] = []
    private var seen: Set<FileIdentity>
    /// The finding that is returned first.
    private var pending: Finding?

    init(_ scan: FolderScan) {
      self.scan = scan
      seen = scan.leftOut
      if let status = try? scan.root.stat() { seen.insert(status.identity) }
      pending = enter(FilePath())
    }

    package mutating func next() -> Finding? {
      if let found = pending {
        pending = nil
        return found
      }
      while !levels.isEmpty {
        // Moved, not copied: a copy would duplicate the names at each step.
        let top = levels.count - 1
        let (part, isAtFolders) = (levels[top].part, levels[top].isAtFolders)
        if let entry = levels[top].names.next() {
          guard entry.name.bytes.first != UInt8(ascii: ".") else { continue }
          let path = part.appending(entry.name)
          if let found = isAtFolders ? folder(path) : file(path, entry, top) { return found }
        } else if let fault = levels[top].names.fault {
          levels.removeLast()
          // A folder that has been removed since its name was read is empty.
          if fault == .noSuchFileOrDirectory, !part.isEmpty { continue }
          return unreadable(part, fault)
        } else if !isAtFolders, levels[top].mayHaveFolders {
          levels[top].isAtFolders = true
          levels[top].names = FolderNames(in: place(part), leavesOutRegular: true)
        } else {
          levels.removeLast()
        }
      }
      return nil
    }

    private func unreadable(_ part: FilePath, _ fault: Errno) -> Finding {
      .unreadable(UnreadableFolder(path: place(part), relative: part, reason: "\(fault)"))
    }

    private func place(_ part: FilePath) -> FilePath { scan.root.appending(part) }

    private mutating func enter(_ part: FilePath) -> Finding {
      levels.append(Level(part: part, names: FolderNames(in: place(part))))
      return .folder(part)
    }

    private mutating func file(_ path: FilePath, _ entry: FolderNames.Entry, _ top: Int) -> Finding? {
      let place = place(path)
      let isNamed = MediaKind(pathExtension: entry.name.extension ?? "") != nil
      let status: Stat?
      do throws(Errno) {
        status = entry.isRegular ? nil : try place.stat()
      } catch {
        // A folder whose names can be read but not its files, or a link that may not be followed.
        if error == .permissionDenied, !isNamed, scan.isRecursive, isFolder(entry, place) {
          return unreadable(path, error)
        }
        status = nil
      }
      if let status, status.isFolder {
        if scan.isRecursive { levels[top].mayHaveFolders = true }
        return nil
      }
      if let status, status.type != .regular {
        // Opening a pipe waits for its writer, which may never come.
        return isNamed ? .warning("\(place.shown): it is a pipe or a device, and left out") : nil
      }
      // A link to nothing is a photo or movie that cannot be read, and is reported.
      return isNamed && MediaKind.isScanned(place) ? .file(path) : .other(path)
    }

    /// Whether an entry that cannot be examined may be a folder: it may if the system does not state its type.
    private func isFolder(_ entry: FolderNames.Entry, _ place: FilePath) -> Bool {
      if let isFolder = entry.isFolder { return isFolder }
      guard let status = try? place.stat(followTargetSymlink: false) else { return true }
      return status.isFolder
    }

    private mutating func folder(_ path: FilePath) -> Finding? {
      guard let status = try? place(path).stat(), status.isFolder else { return nil }
      guard seen.insert(status.identity).inserted else {
        guard !scan.leftOut.contains(status.identity) else { return nil }
        return .warning("\(place(path)): the folder was looked into already; is it a loop of links?")
      }
      return enter(path)
    }
  }
}
