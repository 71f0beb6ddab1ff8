import Foundation
import MatteKit
import SystemPackage

@testable import Batch

/// A folder of small files that is removed with its last reference.
final class FileTree {
  let url: URL
  var path: FilePath { FilePath(url.path) }

  /// - Parameter files: paths below the folder; each file holds its own path.
  init(_ files: String...) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "mattekit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for file in files { try write(file) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func place(_ name: String) -> FilePath { path.appending(name) }

  func write(_ name: String, _ content: String? = nil) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data((content ?? name).utf8).write(to: file)
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
