import Foundation

/// A folder of a test's own, removed with its content when its last reference is released.
public final class TemporaryFolder: Sendable {
  public let url: URL
  public var path: String { url.path }

  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "mattekit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in the folder.
  public func file(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file, with the folders on its way.
  @discardableResult public func file(_ name: String, _ bytes: [UInt8]) throws -> URL {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file
  }

  /// The names of all files in it, sorted.
  public var contents: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}
