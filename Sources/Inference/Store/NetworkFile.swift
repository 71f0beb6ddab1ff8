import Checksums
import FoundationEssentials

/// A network's file that was found and verified.
struct NetworkFile: Sendable {
  let path: String
  /// The weights of an OpenVINO IR, which has them in a file of their own.
  let weightsPath: String?
  /// The hash of the file and its weights.
  let digest: String

  /// Finds a network and verifies its hash: against the pinned one, or against the list `SHA256SUMS` beside it. A
  /// network in neither is used without verification.
  init(_ name: String, in store: NetworkStore) throws(InferenceError) {
    guard let path = store.path(of: name) else {
      throw .networkMissing(name: name, searched: store.networkFolders)
    }
    self.path = path
    let folder = String(path.dropLast(name.count))
    let list = (try? Data(contentsOf: URL(filePath: folder + ChecksumList.fileName)))
      .map { ChecksumList(String(decoding: $0, as: UTF8.self)) }
    let digest = try Self.check(path, name: name, list: list)
    if name.hasSuffix(".xml") {
      let weightsName = name.dropLast(4) + ".bin"
      let weightsPath = folder + weightsName
      self.weightsPath = weightsPath
      self.digest = digest + (try Self.check(weightsPath, name: String(weightsName), list: list))
    } else {
      weightsPath = nil
      self.digest = digest
    }
  }

  private static func check(_ path: String, name: String, list: ChecksumList?) throws(InferenceError) -> String {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
    } catch {
      throw .damaged(file: path, reason: "cannot be read")
    }
    let digest = SHA256(bytes).description
    guard let expected = PinnedNetworks.digests[name] ?? list?[name] else {
      if list != nil { throw .damaged(file: path, reason: "\(ChecksumList.fileName) beside it does not list it") }
      return digest
    }
    guard digest == expected else {
      throw .damaged(file: path, reason: "its SHA-256 is \(digest), not \(expected)")
    }
    return digest
  }
}
