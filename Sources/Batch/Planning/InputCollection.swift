import SystemPackage

/// Finds the photos and movies that a command's arguments name: files, folders, patterns and lists.
package struct InputCollection {
  var isRecursive = false
  /// Files that are named one by one mirror the tree below this folder; nil for none, so that only their names count.
  var base: FilePath?
  /// Folders that are not looked into.
  var leftOut: Set<FileIdentity> = []
  /// Files that are not taken from folders and patterns: earlier results.
  var results: Set<FileIdentity> = []
  package private(set) var inputs: [BatchInput] = []
  package private(set) var warnings: [String] = []

  /// Adds what an argument names: a folder's photos and movies, a pattern's, or a file, which need not be there.
  mutating func add(argument path: FilePath) {
    let status = try? path.stat()
    if status?.isFolder == true {
      add(folder: path)
    } else if status == nil, let pattern = GlobPattern(path) {
      let files = pattern.files()
      if files.isEmpty { warnings.append("\(path): no file is named so") }
      take(files, below: pattern.root)
    } else {
      add(file: path)
    }
  }

  mutating func add(file path: FilePath) {
    inputs.append(
      BatchInput(
        path: path,
        relative: base.flatMap { Self.part(of: path, below: $0) } ?? FilePath(root: nil, path.names.suffix(1))))
  }

  mutating func add(folder: FilePath) {
    let findings = FolderScan(isRecursive: isRecursive, leftOut: leftOut).files(in: folder)
    warnings += findings.warnings
    take(findings.files, below: folder)
  }

  private mutating func take(_ files: [FilePath], below root: FilePath) {
    for file in files {
      let path = root.appending(file)
      if !results.isEmpty, let status = try? path.stat(), results.contains(status.identity) { continue }
      inputs.append(BatchInput(path: path, relative: file))
    }
  }

  /// What of a path comes after the names of a folder; nil if it is not below it, or leaves it again.
  private static func part(of path: FilePath, below folder: FilePath) -> FilePath? {
    let (names, start) = (path.names, folder.names)
    guard path.isAbsolute == folder.isAbsolute, names.starts(with: start) else { return nil }
    let rest = names[start.count...]
    guard !rest.isEmpty, rest.allSatisfy({ $0.kind != .parentDirectory }) else { return nil }
    return FilePath(root: nil, rest)
  }
}
