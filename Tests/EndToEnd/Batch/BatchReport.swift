import Foundation
import Testing

/// A report of `batch`, read as any program would read it.
struct BatchReport {
  /// A photo or a movie.
  struct File: Decodable {
    struct Face: Decodable {
      struct Bounds: Decodable {
        let x, y, width, height: Double
      }
      let bounds: Bounds?
      let confidence: Double?
      let id, frames: Int?
      let from, to: Double?
    }
    struct Second: Decodable {
      let second, faces, frames: Int
    }
    let media, input, output, status: String
    let inputBytes, inputBase64, outputBytes, error: String?
    let faceCount: Int?
    let faces: [Face]?
    let mattes: [String]?
    let warnings: [String]
    let milliseconds: [String: Double]
    let bytes, peakMemory, residentMemory: Int?
    let frames, framesDrawn: Int?
    let seconds, framesPerSecond: Double?
    let certainty: [Second]?

    init(line: some StringProtocol) throws { self = try JSONDecoder().decode(File.self, from: Data(line.utf8)) }
  }

  struct Summary: Decodable {
    struct Folder: Decodable {
      let path: String
      let recursive: Bool
    }
    let photos, movies, moviesDone, frames, done, unchanged, skipped, failed, notStarted, peakMemory: Int
    let isInterrupted: Bool
    let seconds, photosPerMinute: Double
    let milliseconds: [String: Double]
    let version: String
    let shard: String?
    let folders: [Folder]?
  }

  private struct Last: Decodable {
    let summary: Summary
  }

  let files: [File]
  let summary: Summary

  /// - Parameter text: lines of JSON; the last has to be a summary.
  init(_ text: String) throws {
    let lines = text.split(separator: "\n").map { Data($0.utf8) }
    let last = try #require(lines.last)
    summary = try JSONDecoder().decode(Last.self, from: last).summary
    files = try lines.dropLast().map { try JSONDecoder().decode(File.self, from: $0) }
  }

  /// The line about an input of this name.
  func file(_ name: String) throws -> File { try #require(files.first { $0.input.hasSuffix("/" + name) }) }

  init(contentsOf file: String) throws {
    try self.init(String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self))
  }
}
