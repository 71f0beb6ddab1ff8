import Batch
import SystemPackage

/// The folders that reports tell of as failed, because they could not be read, and whether a later run could.
struct ReportedFolders {
  /// The last runs in which each was not read, and in which there were files of it; by the place of its results.
  private var folders: [FilePath: (failed: Int, read: Int)] = [:]
  private var run = 0

  /// To be told of all lines in their order.
  mutating func add(_ file: FileReport) {
    if file.isFolder, file.status == .failed {
      folders[file.subject, default: (run, -1)].failed = run
      return
    }
    guard !folders.isEmpty else { return }
    var place = file.subject
    while place.removeLastComponent(), !place.isEmpty { folders[place]?.read = run }
  }

  mutating func endRun() { run += 1 }

  /// Whether what a line says of a folder holds no more: a later run told of files in it, and not of the folder.
  func wereRead(_ folder: FileReport) -> Bool {
    folders[folder.subject].map { $0.read > $0.failed } ?? false
  }
}
