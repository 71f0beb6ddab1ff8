import Foundation
import Support

/// Programs of other people that read what we wrote. Set-up for tests installs them.
enum OtherReaders {
  static var exiftool: URL? { find("exiftool") }
  static var heifConvert: URL? { find("heif-convert") }

  /// Python with Pillow and pillow-heif, where set-up could install them.
  static var python: URL? {
    let packages = ProjectFolder.dependencies.appending(path: "python/pillow_heif")
    guard FileManager.default.fileExists(atPath: packages.path) else { return nil }
    return find("python3")
  }

  static func runPython(_ program: String, _ arguments: String...) throws -> MatteTool.Outcome {
    guard let python else { throw CocoaError(.fileNoSuchFile) }
    return try MatteTool.run(
      python, ["-c", program] + arguments,
      environment: ["PYTHONPATH": ProjectFolder.dependencies.appending(path: "python").path])
  }

  private static func find(_ name: String) -> URL? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { URL(filePath: "\($0)/\(name)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
