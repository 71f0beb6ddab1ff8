import MatteKit

/// Looks for photos in folders: files whose names end as photos do, and do not start with a dot.
struct FolderScan {
  /// Whether folders in folders are looked into.
  var isRecursive: Bool
  /// Folders that are not entered, such as the one that results go to.
  var leftOut: Set<FileStatus.Identity> = []

  /// What there is, as paths from the folder on, in an order that is the same each time.
  ///
  /// Symbolic links are followed; a folder that was seen already, as in a loop of links, is not entered again.
  func photos(in folder: SystemPath) -> Findings {
    var findings = Findings()
    var seen = leftOut
    if let status = FileStatus(of: folder) { seen.insert(status.identity) }
    add(SystemPath(""), of: folder, to: &findings, seen: &seen)
    return findings
  }

  struct Findings {
    var photos: [SystemPath] = []
    /// What could not be looked into, for people.
    var warnings: [String] = []
  }

  private func add(
    _ part: SystemPath, of root: SystemPath, to findings: inout Findings, seen: inout Set<FileStatus.Identity>
  ) {
    let folder = root.appending(part)
    guard let names = Folder.names(in: folder) else {
      findings.warnings.append("\(folder): the folder cannot be read")
      return
    }
    var folders: [(path: SystemPath, identity: FileStatus.Identity)] = []
    for name in names where name.bytes.first != UInt8(ascii: ".") {
      let path = part.appending(name)
      let isPhoto = PhotoFormat(pathExtension: name.pathExtension) != nil
      guard isPhoto || isRecursive else { continue }
      let status = FileStatus(of: root.appending(path))
      if status?.isFolder == true {
        if isRecursive, let status { folders.append((path, status.identity)) }
      } else if isPhoto {
        // A link to nothing is a photo that cannot be read, which is reported.
        findings.photos.append(path)
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
