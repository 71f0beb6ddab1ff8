import Foundation
import Testing

/// A report of `batch`, read as any program would read it.
struct BatchReport {
  struct Photo: Decodable {
    struct Face: Decodable {
      let bounds: [Double]
      let confidence: Double
    }
    let input, output, status: String
    let inputBytes, outputBytes, error: String?
    let faceCount: Int?
    let faces: [Face]?
    let mattes: [String]?
    let warnings: [String]
    let milliseconds: [String: Double]
    let bytes, peakMemory, residentMemory: Int?
  }

  struct Summary: Decodable {
    let photos, done, unchanged, skipped, failed, notStarted, peakMemory: Int
    let isInterrupted: Bool
    let seconds, photosPerMinute: Double
    let milliseconds: [String: Double]
    let version: String
    let shard: String?
  }

  private struct Last: Decodable {
    let summary: Summary
  }

  let photos: [Photo]
  let summary: Summary

  /// - Parameter text: lines of JSON; the last has to be a summary.
  init(_ text: String) throws {
    let lines = text.split(separator: "\n").map { Data($0.utf8) }
    let last = try #require(lines.last)
    summary = try JSONDecoder().decode(Last.self, from: last).summary
    photos = try lines.dropLast().map { try JSONDecoder().decode(Photo.self, from: $0) }
  }

  init(contentsOf file: String) throws {
    try self.init(String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self))
  }
}
