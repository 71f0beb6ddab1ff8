import MatteKit
import SystemPackage

/// Looks for photos and movies in folders: files whose names end as theirs do, and do not start with a dot.
package struct FolderScan {
  /// Whether folders in folders are looked into.
  let isRecursive: Bool
  /// Folders that are not entered, such as the one that results go to.
  let leftOut: Set<FileIdentity>

  package init(isRecursive: Bool, leftOut: Set<FileIdentity> = []) {
    self.isRecursive = isRecursive
    self.leftOut = leftOut
  }

  package struct Findings {
    package var files: [FilePath] = []
    /// The folders that were looked into, from the first on.
    package var folders: [FilePath] = []
    /// Files that are neither photos nor movies.
    var others: [FilePath] = []
    /// What could not be looked into, for people.
    package var warnings: [String] = []
  }

  /// What there is, as paths from the folder on, in an order that is the same each time.
  ///
  /// Symbolic links are followed; a folder that was seen already, as in a loop of links, is not entered again.
  package func files(in folder: FilePath) -> Findings {
    var findings = Findings()
    var seen = leftOut
    if let status = try? folder.stat() { seen.insert(status.identity) }
    add(FilePath(), of: folder, to: &findings, seen: &seen)
    return findings
  }

  private func add(_ part: FilePath, of root: FilePath, to findings: inout Findings, seen: inout Set<FileIdentity>) {
    let folder = root.appending(part)
    findings.folders.append(part)
    guard let names = Folder.names(in: folder) else {
      findings.warnings.append("\(folder): the folder cannot be read")
      return
    }
    var folders: [(path: FilePath, identity: FileIdentity)] = []
    for name in names where name.bytes.first != UInt8(ascii: ".") {
      let path = part.appending(name)
      let isNamed = MediaKind(pathExtension: name.extension ?? "") != nil
      let status = try? root.appending(path).stat()
      if let status, status.isFolder {
        if isRecursive { folders.append((path, status.identity)) }
      } else if let status, status.type != .regular {
        // Opening a pipe waits for its writer, who may never come.
        if isNamed { findings.warnings.append("\(root.appending(path)): it is a pipe or a device, and left out") }
      } else if isNamed, MediaKind.isScanned(root.appending(path)) {
        // A link to nothing is a photo or movie that cannot be read, which is reported.
        findings.files.append(path)
      } else {
        findings.others.append(path)
      }
    }
    for (path, identity) in folders {
      guard seen.insert(identity).inserted else {
        if !leftOut.contains(identity) {
          findings.warnings.append(
            "\(root.appending(path)): the folder was looked into already; is it a loop of links?")
        }
        continue
      }
      add(path, of: root, to: &findings, seen: &seen)
    }
  }
}
