import MatteKit
import SystemPackage

/// The photos and movies that a command's arguments name: files, folders, patterns and lists.
///
/// They are enumerated one after the other, again each time and in the same order. The contents of folders are not
/// kept; matches of patterns and single files are.
package struct InputCollection: Sequence, Sendable {
  var isRecursive = false
  /// Files that are named one by one mirror the tree below this folder; nil for none, so that only their names count.
  var base: FilePath?
  /// Folders that are not scanned.
  var leftOut: Set<FileIdentity> = []
  /// Files that are skipped in folders and patterns: earlier results.
  var results: Set<FileIdentity> = []
  private var sources: [Source] = []

  private enum Source: Sendable {
    case file(BatchInput)
    case folder(FilePath)
    case pattern(root: FilePath, GlobPattern.Findings)
    case warning(String)
  }

  init(isRecursive: Bool = false, base: FilePath? = nil) {
    self.isRecursive = isRecursive
    self.base = base
  }

  init(_ inputs: [BatchInput]) { sources = inputs.map(Source.file) }

  /// Adds an argument: a folder's photos and movies, a pattern's matches, or a file, which need not exist.
  mutating func add(argument path: FilePath) {
    let status = try? path.stat()
    if status?.isFolder == true {
      sources.append(.folder(path))
    } else if status == nil, let pattern = GlobPattern(path) {
      let found = pattern.findings()
      sources.append(
        found.files.isEmpty && found.unreadable.isEmpty
          ? .warning("\(path.shown): no file matches this pattern") : .pattern(root: pattern.root, found))
    } else if let status, status.type != .regular {
      sources.append(.warning("\(path.shown): it is a pipe or a device, which cannot be read twice, and left out"))
    } else {
      add(file: path)
    }
  }

  mutating func add(file path: FilePath) {
    sources.append(
      .file(
        BatchInput(
          path: path,
          relative: base.flatMap { Self.part(of: path, below: $0) } ?? FilePath(root: nil, path.names.suffix(1)))))
  }

  /// The rest of a path after a folder's components; nil if the path is not below the folder, or leaves it again.
  private static func part(of path: FilePath, below folder: FilePath) -> FilePath? {
    let (names, start) = (path.names, folder.names)
    guard path.isAbsolute == folder.isAbsolute, names.starts(with: start) else { return nil }
    let rest = names[start.count...]
    guard !rest.isEmpty, rest.allSatisfy({ $0.kind != .parentDirectory }) else { return nil }
    return FilePath(root: nil, rest)
  }

  package func makeIterator() -> Iterator { Iterator(self) }

  /// The folders that are scanned.
  package var folders: [SearchedFolder] {
    sources.compactMap { source in
      guard case .folder(let path) = source else { return nil }
      return SearchedFolder(path: path.shown, isRecursive: isRecursive)
    }
  }

  /// All inputs at once, with warnings of inputs that could not be found or are skipped, and the unreadable folders.
  package var all: (inputs: [BatchInput], warnings: [String], unreadable: [UnreadableFolder]) {
    var (iterator, inputs) = (makeIterator(), [BatchInput]())
    while let input = iterator.next() { inputs.append(input) }
    return (inputs, iterator.takeWarnings(), iterator.takeUnreadable())
  }

  package struct Iterator: IteratorProtocol, Sendable {
    private let collection: InputCollection
    private var sources: ArraySlice<Source>
    private var folder: (root: FilePath, scan: FolderScan.Iterator)?
    private var pattern: (root: FilePath, files: ArraySlice<FilePath>)?
    /// Examples of files in the current folder that are skipped.
    private var others = Examples<FilePath>(atMost: 3)
    private var warnings: [String] = []
    private var unreadable: [UnreadableFolder] = []

    init(_ collection: InputCollection) {
      self.collection = collection
      sources = collection.sources[...]
    }

    /// The warnings since the last call, a sentence each. Some warnings of a folder come at its end.
    mutating func takeWarnings() -> [String] {
      defer { warnings = [] }
      return warnings
    }

    /// The folders that could not be read since the last call.
    mutating func takeUnreadable() -> [UnreadableFolder] {
      defer { unreadable = [] }
      return unreadable
    }

    package mutating func next() -> BatchInput? {
      while true {
        if let input = nextOfFolder() ?? nextOfPattern() { return input }
        guard let source = sources.popFirst() else { return nil }
        switch source {
        case .file(let input): return input
        case .folder(let root):
          let scan = FolderScan(of: root, isRecursive: collection.isRecursive, leftOut: collection.leftOut)
          folder = (root, scan.makeIterator())
        case .pattern(let root, let found):
          pattern = (root, found.files[...])
          unreadable += found.unreadable
        case .warning(let text): warnings.append(text)
        }
      }
    }

    private mutating func nextOfFolder() -> BatchInput? {
      guard let root = folder?.root else { return nil }
      while let finding = folder?.scan.next() {
        switch finding {
        case .file(let path): if let input = input(path, below: root) { return input }
        case .other(let path): others.append(path)
        case .unreadable(let folder): unreadable.append(folder)
        case .warning(let text): warnings.append(text)
        case .folder: break
        }
      }
      if let warning = Self.warning(of: others, in: root) { warnings.append(warning) }
      others = Examples(atMost: 3)
      folder = nil
      return nil
    }

    private mutating func nextOfPattern() -> BatchInput? {
      guard let root = pattern?.root else { return nil }
      while let file = pattern?.files.popFirst() {
        if let input = input(file, below: root) { return input }
      }
      pattern = nil
      return nil
    }

    private func input(_ file: FilePath, below root: FilePath) -> BatchInput? {
      let path = root.appending(file)
      if !collection.results.isEmpty, let status = try? path.stat(), collection.results.contains(status.identity) {
        return nil
      }
      return BatchInput(path: path, relative: file)
    }

    /// The warning about skipped files; nil if there are none.
    private static func warning(of others: Examples<FilePath>, in folder: FilePath) -> String? {
      guard let first = others.first.first else { return nil }
      if others.count == 1 { return "\(folder.shown): \(first.shown) is not a photo or movie, and left out" }
      let named = others.first.map(\.shown).joined(separator: ", ")
      let rest = others.count > 3 ? " and \(others.count - 3) more" : ""
      return "\(folder.shown): \(others.count) files are not photos or movies, and left out: \(named)\(rest)"
    }
  }
}
