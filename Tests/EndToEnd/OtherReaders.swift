import Foundation
import Support

/// Foreign programs that read our files. Set-up for tests installs them.
enum OtherReaders {
  static var exiftool: URL? { find("exiftool") }
  static var heifConvert: URL? { find("heif-convert") }
  static var vips: URL? { find("vips") }
  static var ffmpeg: URL? { find("ffmpeg") }
  static var ffprobe: URL? { find("ffprobe") }
  static var groff: URL? { find("groff") }
  static var convert: URL? { find("convert") }
  static var cjxl: URL? { find("cjxl") }
  static var djxl: URL? { find("djxl") }
  static var dcraw: URL? { find("dcraw_emu") }
  /// A sound server, which makes sound for tests without a sound card, and its control program.
  static var pulseAudio: URL? { find("pulseaudio") }
  static var pactl: URL? { find("pactl") }
  /// ImageMagick, for many files at once.
  static var mogrify: URL? { find("mogrify") }

  /// Python with Pillow and pillow-heif, if set-up could install them.
  static var python: URL? {
    let packages = ProjectFolder.dependencies.appending(path: "python/pillow_heif")
    guard FileManager.default.fileExists(atPath: packages.path) else { return nil }
    return find("python3")
  }

  static func runPython(_ program: String, _ arguments: String...) throws -> MatteTool.Outcome {
    try runPython(program, arguments)
  }

  static func runPython(_ program: String, _ arguments: [String]) throws -> MatteTool.Outcome {
    guard let python else { throw CocoaError(.fileNoSuchFile) }
    return try MatteTool.run(
      python, ["-c", program] + arguments,
      environment: ["PYTHONPATH": ProjectFolder.dependencies.appending(path: "python").path])
  }

  /// Exiftool's output for each file, line by line.
  static func exiftoolLines(_ arguments: [String], of files: [String]) throws -> [String: [String]] {
    guard let exiftool else { throw CocoaError(.fileNoSuchFile) }
    let output = try MatteTool.run(exiftool, arguments + files + ["/dev/null"]).output
    var lines: [String: [String]] = [:]
    for part in output.components(separatedBy: "======== ").dropFirst() {
      let words = part.split(separator: "\n").map(String.init)
      lines[words[0]] = words.dropFirst().map { $0.replacing(/\s+/, with: " ") }
    }
    return lines
  }

  private static func find(_ name: String) -> URL? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { URL(filePath: "\($0)/\(name)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
