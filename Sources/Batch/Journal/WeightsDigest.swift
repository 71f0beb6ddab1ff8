import Checksums
import MatteKit
import SystemPackage

/// The digest of the weights that make the mattes: other weights of the same name are another recipe.
enum WeightsDigest {
  /// The hashes in the list beside the weights, which are verified when they are loaded. Without a list, the hash of
  /// the weights. Empty if there are no weights.
  static func digest(of weights: ModelWeights, in store: NetworkStore = .default) -> String {
    let stems = weights.fileNames.map { String($0.dropLast(".xml".count)) }
    for folder in store.networkFolders.map({ FilePath($0) }) {
      guard (try? folder.appending(weights.fileName).stat()) != nil else { continue }
      if let list = try? PlainFile.read(folder.appending("SHA256SUMS")) {
        let lines = String(decoding: list, as: UTF8.self).split(separator: "\n").filter { line in
          stems.contains { line.contains(" \($0).") }
        }
        if !lines.isEmpty { return lines.sorted().joined(separator: " ") }
      }
      let files = stems.flatMap { ["\($0).xml", "\($0).bin"] }.map { (try? PlainFile.read(folder.appending($0))) ?? [] }
      return files.map { SHA256($0).description }.joined(separator: " ")
    }
    return ""
  }
}
