import Foundation
import MatteKit
import Support

/// A folder with `in/`, full of small photos and movies, and room for outputs.
final class PhotoFolder {
  let folder: TemporaryFolder
  var input: String { folder.file("in") }
  var output: String { folder.file("out") }

  /// - Parameter names: paths below `in`; each photo shows a person, and all are different.
  init(_ names: String...) throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: input, withIntermediateDirectories: true)
    for (number, name) in names.enumerated() { try add(name, number) }
  }

  func file(_ name: String) -> String { folder.file(name) }

  /// Adds a portrait, of another size for each number.
  func add(_ name: String, _ number: Int = 0) throws {
    let url = URL(filePath: input).appending(path: name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Self.portrait(number, as: PhotoFormat(pathExtension: url.pathExtension) ?? .jpeg).write(to: url)
  }

  static func portrait(_ number: Int = 0, as format: PhotoFormat = .jpeg) throws -> Data {
    let whole = try Photo(contentsOf: URL(filePath: Samples.astronaut)).pixels
    let pixels = try whole.resized(to: PixelSize(width: 96 + number, height: 96))
    return Data(try Photo(pixels: pixels).data(as: .default(for: format)))
  }

  /// Adds a movie with a face that moves left, in the container of its extension.
  func addMovie(_ name: String, frames: Int = 5, codec: VideoCodec = .automatic) throws {
    let url = URL(filePath: input).appending(path: name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    let movie = try MovieWriter(url: url, settings: MovieSettings(codec: codec), overwriting: true)
    let pictures = try AstronautPan.pictures(min(frames, 80), step: 2)
    for number in 0..<frames {
      let pixels = pictures[number % pictures.count]
      try movie.write(Frame(pixels: pixels, time: MediaTime(value: Int64(number), timescale: 25)))
    }
    try movie.finish()
  }

  /// Adds a file that is no photo.
  func addBad(_ name: String) throws {
    try Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 200]).write(to: URL(filePath: input).appending(path: name))
  }

  /// All files below a folder, but journals, as paths from it on, with their bytes.
  func files(in name: String) -> [String: Data] {
    var files: [String: Data] = [:]
    let root = folder.file(name)
    for path in FileManager.default.enumerator(atPath: root)?.compactMap({ $0 as? String }) ?? [] {
      guard !path.hasSuffix(".journal"), let data = FileManager.default.contents(atPath: "\(root)/\(path)") else {
        continue
      }
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder), isFolder.boolValue {
        continue
      }
      files[path] = data
    }
    return files
  }

  func names(in name: String) -> [String] { files(in: name).keys.sorted() }

  /// Runs `batch blur-background` with the quickest mattes on the folder's photos.
  func batch(_ arguments: String...) throws -> MatteTool.Outcome { try batch(arguments) }

  func batch(_ arguments: [String]) throws -> MatteTool.Outcome {
    try MatteTool.run(MatteTool.executable, Self.command + arguments)
  }

  /// Runs `batch hide-codes` on the folder's photos, which needs no network and takes a tenth of the time, for tests in
  /// which the effect does not matter.
  func quickBatch(_ arguments: String...) throws -> MatteTool.Outcome { try quickBatch(arguments) }

  func quickBatch(_ arguments: [String]) throws -> MatteTool.Outcome {
    try MatteTool.run(MatteTool.executable, Self.quickCommand + arguments)
  }

  static let command = ["batch", "blur-background", "--matte-quality", "fast"]
  static let quickCommand = ["batch", "hide-codes"]
}
