import Batch
import FoundationEssentials
import MatteKit
import SystemPackage

/// The files of photos beside a movie: film-0001.heic, film-0002.heic.
struct PhotoNames: Sendable {
  private let base: URL
  private let pathExtension: String
  private let overwriting: Bool
  private let sources: SourceFiles

  /// - Parameter sources: the files that are read, none of which a photo replaces.
  init(besides movie: String, pathExtension: String, overwriting: Bool, sources: SourceFiles = SourceFiles(input: nil))
  {
    self.sources = sources
    base = MediaInput.url(movie).deletingPathExtension()
    self.pathExtension = pathExtension
    self.overwriting = overwriting
  }

  /// - Throws: `PhotoFileError.outputExists` if the first one exists and may not be replaced, `unwritable` if it is
  ///   read.
  func check() throws {
    let first = url(1)
    if !overwriting, FileManager.default.fileExists(atPath: first.path) {
      throw PhotoFileError.outputExists(file: first.path)
    }
    try check(first)
  }

  private func check(_ url: URL) throws(PhotoFileError) {
    if overwriting { try sources.check(.path(FilePath(bytes: url.path.utf8))) }
  }

  private func url(_ number: Int) -> URL {
    let digits = String(number)
    let name = "\(base.lastPathComponent)-\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
    return base.deletingLastPathComponent().appending(path: "\(name).\(pathExtension)")
  }

  /// Writes a photo whole, or not at all; returns its path.
  func write(_ bytes: [UInt8], number: Int) throws(PhotoFileError) -> String {
    let url = url(number)
    try check(url)
    try AtomicFile.write(bytes, to: url, overwriting: overwriting)
    return url.path
  }
}
