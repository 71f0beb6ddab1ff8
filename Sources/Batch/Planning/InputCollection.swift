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
    } else if let status, status.type != .regular {
      warnings.append("\(path): it is a pipe or a device, which cannot be read twice, and left out")
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
    if let warning = Self.warning(of: findings.others, in: folder) { warnings.append(warning) }
    take(findings.files, below: folder)
  }

  /// What is said of files that are left out; nil where there are none.
  private static func warning(of others: [FilePath], in folder: FilePath) -> String? {
    guard let first = others.first else { return nil }
    if others.count == 1 { return "\(folder): \(first) is no photo or movie, and left out" }
    let named = others.prefix(3).map(\.description).joined(separator: ", ")
    let rest = others.count > 3 ? " and \(others.count - 3) more" : ""
    return "\(folder): \(others.count) files are no photos or movies, and left out: \(named)\(rest)"
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
