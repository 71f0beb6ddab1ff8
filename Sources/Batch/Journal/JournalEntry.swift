import MatteKit
import SystemPackage

/// A result that a journal records, with its report.
struct JournalEntry: Sendable, Hashable, Codable {
  let input: String
  let recipe: String
  let output: String
  /// The SHA-256 of the output's bytes.
  let digest: String
  let faceCount: Int
  let mattes: [String]
  let warnings: [String]
  /// The number of frames of a movie, and its duration in seconds; nil for a photo.
  var frameCount: Int?
  var seconds: Double?
  /// Files beside the output, percent-encoded like it, with the SHA-256 of their bytes.
  var companions: [String: String]?
  /// The source of the input (``FileSource``); nil in journals of earlier versions.
  var source: String?

  /// Whether the result exists unchanged.
  func isIntact(in folder: FilePath) -> Bool {
    files.keys.allSatisfy { isIntact($0, in: folder) }
  }

  /// Whether one of its files exists unchanged.
  ///
  /// - Parameter place: percent-encoded.
  func isIntact(_ place: String, in folder: FilePath) -> Bool {
    guard let digest = files[place], let path = FilePath(percentEncoded: place) else { return false }
    return (try? FileDigest.sha256(of: folder.appending(path)))?.description == digest
  }

  /// The output and the files beside it, by their places, with the SHA-256 of their bytes.
  private var files: [String: String] { [output: digest].merging(companions ?? [:]) { own, _ in own } }

  /// The places of the output and of the files beside it, percent-encoded.
  var places: [String] { [output] + (companions.map { Array($0.keys) } ?? []) }

  var key: JournalKey { JournalKey(input: input, recipe: recipe, output: output) }
}
