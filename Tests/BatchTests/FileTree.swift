import Foundation
import MatteKit
import Support
import SystemPackage

@testable import Batch

/// A folder of small files that is removed with its last reference.
final class FileTree {
  private let folder: TemporaryFolder
  var url: URL { folder.url }
  var path: FilePath { FilePath(folder.path) }

  /// - Parameter files: paths below the folder; each file holds its own path.
  init(_ files: String...) throws {
    folder = try TemporaryFolder()
    for file in files { try write(file) }
  }

  func place(_ name: String) -> FilePath { path.appending(name) }

  func write(_ name: String, _ content: String? = nil) throws {
    try folder.file(name, Array((content ?? name).utf8))
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url.appending(path: name).path, withDestinationPath: target)
  }

  func content(_ name: String) -> String? {
    (try? Data(contentsOf: url.appending(path: name))).map { String(decoding: $0, as: UTF8.self) }
  }

  func setDate(_ name: String, secondsAgo: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -secondsAgo)], ofItemAtPath: url.appending(path: name).path)
  }
}
