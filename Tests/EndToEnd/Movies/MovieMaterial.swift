import Foundation
import MatteKit
import Support
import Synchronization

/// Movies for tests, made by FFmpeg, and what FFmpeg says of the results.
struct MovieMaterial {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func path(_ name: String) -> String { folder.url.appending(path: name).path }

  /// A camera that pans over the astronaut, as 25 frames a second of H.264 without loss in Matroska.
  func pan(_ count: Int, named name: String = "pan.mkv") throws -> String {
    if let known = Self.pans.withLock({ $0[count] }) {
      try known.write(to: URL(filePath: path(name)))
      return path(name)
    }
    let settings = MovieSettings(codec: .h264, rateFactor: 8)
    let movie = try MovieWriter(url: folder.url.appending(path: name), settings: settings)
    for (number, pixels) in try AstronautPan.pictures(count, step: 4).enumerated() {
      try movie.write(Frame(pixels: pixels, time: MediaTime(value: Int64(number), timescale: 25)))
    }
    try movie.finish()
    let data = try Data(contentsOf: URL(filePath: path(name)))
    Self.pans.withLock { $0[count] = data }
    return path(name)
  }

  /// The pans that were made, by their numbers of frames: many tests ask for the same.
  private static let pans = Mutex<[Int: Data]>([:])

  /// Runs mattetool without reports of its progress.
  func run(_ arguments: String...) throws -> MatteTool.Outcome {
    try MatteTool.run(MatteTool.executable, arguments + ["--progress", "none"])
  }

  /// Runs FFmpeg in the folder, overwriting.
  @discardableResult
  func ffmpeg(_ arguments: String...) throws -> String { try ffmpeg(arguments) }

  @discardableResult
  func ffmpeg(_ arguments: [String]) throws -> String {
    guard let ffmpeg = OtherReaders.ffmpeg else { throw Failure(words: "ffmpeg is not installed; run make test") }
    let outcome = try MatteTool.run(ffmpeg, ["-v", "error", "-y"] + arguments)
    guard outcome.status == 0 else { throw Failure(words: outcome.errors) }
    return outcome.output
  }

  /// What FFprobe prints of a file, in lines.
  func ffprobe(_ arguments: String..., of file: String) throws -> [String] {
    guard let ffprobe = OtherReaders.ffprobe else { throw Failure(words: "ffprobe is not installed; run make test") }
    let outcome = try MatteTool.run(ffprobe, ["-v", "error"] + arguments + ["-of", "csv=p=0", file])
    guard outcome.status == 0 else { throw Failure(words: outcome.errors) }
    return outcome.output.split(separator: "\n").map { String($0.trimming { $0 == "," }) }
  }

  /// The presentation times of the video's packets, in order, in seconds.
  func times(of file: String) throws -> [String] {
    try ffprobe("-select_streams", "v:0", "-show_entries", "frame=pts_time", of: file)
  }

  /// The digests of the packets of a stream, as FFmpeg copies them.
  func packets(_ stream: String, of file: String) throws -> [String] {
    try ffmpeg("-i", file, "-map", stream, "-c", "copy", "-f", "framehash", "-hash", "md5", "-")
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { String($0.split(separator: ",").last ?? "").trimming { $0 == " " } }
      .map(String.init)
  }

  /// The names in the folder.
  var names: Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? [])
  }

  struct Failure: Error, CustomStringConvertible {
    let words: String
    var description: String { words }
  }
}

extension StringProtocol {
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> SubSequence {
    var rest = self[...]
    while let first = rest.first, isTrimmed(first) { rest = rest.dropFirst() }
    while let last = rest.last, isTrimmed(last) { rest = rest.dropLast() }
    return rest
  }
}
