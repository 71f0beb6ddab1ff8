import Batch
import SystemPackage

/// The folders that reports mark as failed because they could not be read, and whether a later run could read them.
struct ReportedFolders {
  private struct Folder {
    /// The path that the run was given.
    let path: FilePath
    /// The last run in which it was not read.
    var failed = -1
    /// The last run in which it was.
    var read = -1
  }

  /// By the place of their results.
  private var folders: [FilePath: Folder] = [:]
  private var run = 0

  /// To be called with all lines in order.
  mutating func add(_ file: FileReport) {
    if file.isFolder, file.status == .failed {
      folders[file.subject, default: Folder(path: file.inputPath)].failed = run
      return
    }
    guard !folders.isEmpty else { return }
    var place = file.subject
    while place.removeLastComponent(), !place.isEmpty { folders[place]?.read = run }
  }

  /// - Parameter summary: nil of a run that was killed.
  mutating func endRun(_ summary: BatchSummary?) {
    // An empty folder has no lines.
    for searched in summary?.folders ?? [] {
      for (place, folder) in folders where folder.failed < run && searched.holds(folder.path) {
        folders[place]?.read = run
      }
    }
    run += 1
  }

  /// Whether a line about a folder is obsolete: a later run read it.
  func wereRead(_ folder: FileReport) -> Bool {
    folders[folder.subject].map { $0.read > $0.failed } ?? false
  }
}
