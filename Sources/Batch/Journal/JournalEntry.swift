import MatteKit
import SystemPackage

/// A result that a journal records, with what its report said.
struct JournalEntry: Sendable, Hashable, Codable {
  let input: String
  let recipe: String
  let output: String
  /// The SHA-256 of the output's bytes.
  let digest: String
  let faceCount: Int
  let mattes: [String]
  let warnings: [String]
  /// Of a movie: how many frames it has, and how long it is in seconds.
  var frameCount: Int?
  var seconds: Double?
  /// Files beside the output, percent-encoded as it, with the SHA-256 of their bytes.
  var companions: [String: String]?

  /// Whether the result is there as it was made.
  func isIntact(in folder: FilePath) -> Bool {
    ([output: digest].merging(companions ?? [:]) { own, _ in own }).allSatisfy { place, digest in
      guard let place = FilePath(percentEncoded: place) else { return false }
      return (try? FileDigest.sha256(of: folder.appending(place)))?.description == digest
    }
  }

  var key: JournalKey { JournalKey(input: input, recipe: recipe, output: output) }
}
