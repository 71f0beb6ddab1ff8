import FoundationEssentials
import MatteKit

/// The files of photos beside a movie: film-0001.heic, film-0002.heic.
struct PhotoNames: Sendable {
  private let base: URL
  private let pathExtension: String
  private let overwriting: Bool

  init(besides movie: String, pathExtension: String, overwriting: Bool) {
    base = URL(filePath: movie).deletingPathExtension()
    self.pathExtension = pathExtension
    self.overwriting = overwriting
  }

  /// - Throws: `PhotoFileError.outputExists` if the first one exists and may not be replaced.
  func check() throws {
    let first = url(1)
    if !overwriting, FileManager.default.fileExists(atPath: first.path) {
      throw PhotoFileError.outputExists(file: first.path)
    }
  }

  private func url(_ number: Int) -> URL {
    let digits = String(number)
    let name = "\(base.lastPathComponent)-\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
    return base.deletingLastPathComponent().appending(path: "\(name).\(pathExtension)")
  }

  /// Writes a photo whole, or not at all; returns its path.
  func write(_ bytes: [UInt8], number: Int) throws(PhotoFileError) -> String {
    let url = url(number)
    try AtomicFile.write(bytes, to: url, overwriting: overwriting)
    return url.path
  }
}
