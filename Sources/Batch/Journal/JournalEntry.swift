import Checksums
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

  /// Whether the result is there as it was made.
  func isIntact(in folder: FilePath) -> Bool {
    guard let place = FilePath(percentEncoded: output), let bytes = try? PlainFile.read(folder.appending(place))
    else { return false }
    return SHA256(bytes).description == digest
  }

  var key: JournalKey { JournalKey(input: input, recipe: recipe, output: output) }
}
