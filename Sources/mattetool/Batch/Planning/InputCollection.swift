import MatteKit

/// Finds the photos that a command's arguments name: files, folders, patterns and lists.
struct InputCollection {
  var isRecursive = false
  /// Files that are named one by one mirror the tree below this folder; nil for none, so that only their names count.
  var base: SystemPath?
  /// Folders that are not looked into.
  var leftOut: Set<FileStatus.Identity> = []
  /// Files that are not taken from folders and patterns: earlier results.
  var results: Set<FileStatus.Identity> = []
  private(set) var inputs: [PhotoInput] = []
  private(set) var warnings: [String] = []

  /// Adds what an argument names: a folder's photos, a pattern's, or a file, which need not be there.
  mutating func add(argument path: SystemPath) {
    let status = FileStatus(of: path)
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

  mutating func add(file path: SystemPath) {
    inputs.append(PhotoInput(path: path, relative: base.flatMap { Self.part(of: path, below: $0) } ?? path.name))
  }

  mutating func add(folder: SystemPath) {
    let findings = FolderScan(isRecursive: isRecursive, leftOut: leftOut).photos(in: folder)
    warnings += findings.warnings
    take(findings.photos, below: folder)
  }

  private mutating func take(_ files: [SystemPath], below root: SystemPath) {
    for file in files {
      let path = root.appending(file)
      if !results.isEmpty, let status = FileStatus(of: path), results.contains(status.identity) { continue }
      inputs.append(PhotoInput(path: path, relative: file))
    }
  }

  /// What of a path comes after the names of a folder; nil if it is not below it, or leaves it again.
  private static func part(of path: SystemPath, below folder: SystemPath) -> SystemPath? {
    let (names, start) = (path.components, folder.components)
    guard path.isAbsolute == folder.isAbsolute, names.starts(with: start) else { return nil }
    let rest = names[start.count...]
    guard !rest.isEmpty, !rest.contains(SystemPath("..")) else { return nil }
    return rest.reduce(SystemPath("")) { $0.appending($1) }
  }
}
