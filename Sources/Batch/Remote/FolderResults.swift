import Checksums
import MatteKit
import SystemPackage

/// Results as files of a folder, with the journal that batches of files have.
struct FolderResults: ResultStore {
  let folder: FilePath
  let ledger: RunLedger
  /// The places that earlier runs of the recipe wrote to.
  let ownPlaces: Set<FilePath>
  /// The files that are processed too, none of which is replaced.
  let inputs: Set<FileIdentity>
  let existing: ExistingPolicy
  let resumes: Bool
  /// The mattes that a result may have as files beside it.
  let companions: [MatteKind]
  private let claims = OutputClaims()

  func place(of relative: FilePath) -> FilePlace { .path(folder.appending(relative)) }

  private func key(_ result: ResultIdentity) -> JournalKey {
    JournalKey(
      input: "\(result.photo.place) \(result.version)", recipe: ledger.recipe, output: result.output.percentEncoded)
  }

  func examine(_ result: ResultIdentity, isPlan: Bool) throws -> ResultState {
    let places = [result.output] + companions.map { MatteFileName.place(of: $0, beside: result.output) }
    if let (place, other) = claims.claim(places, for: result.photo.place) {
      throw ResultFault.clash(
        input: result.photo.place.description, output: folder.appending(place).description, other: other.description)
    }
    if let earlier = ledger.intactResult(key(result)) {
      return .unchanged(faceCount: earlier.faceCount, mattes: earlier.mattes, warnings: earlier.warnings)
    }
    let output = folder.appending(result.output)
    var state = ResultState.toMake
    if let status = try? output.stat() {
      guard !inputs.contains(status.identity) else { throw ResultFault.replacesInput(output.description) }
      let isOwn = resumes && ownPlaces.contains(result.output)
      switch existing {
      case _ where isOwn: state = .toReplace
      case .error: throw ResultFault.exists(output: output.description)
      case .skip: return .skipped
      case .overwrite: state = .toReplace
      case .newer:
        if let taken = result.photo.modified, status.modified / 1_000_000_000 >= taken { return .skipped }
        state = .toReplace
      }
    }
    if !isPlan { try ledger.claim(place: result.output) }
    return state
  }

  func write(
    _ processed: ProcessedPhoto, as result: ResultIdentity, replaces: Bool
  ) throws -> (isOwn: Bool, warnings: [String]) {
    let output = folder.appending(result.output)
    try Folder.make(output.folder)
    let replacesCompanions = replaces || existing == .overwrite
    var companions: [String: String] = [:]
    for (place, bytes) in try processed.separateMattes.files(beside: result.output) {
      let isOwn = replacesCompanions ? true : try ledger.claim(companion: place)
      try AtomicFile.write(bytes, to: folder.appending(place), overwriting: isOwn)
      companions[place.percentEncoded] = SHA256(bytes).description
    }
    try AtomicFile.write(processed.bytes, to: output, overwriting: replaces)
    let removed = try StaleMattes.kinds(of: self.companions, besides: processed.separateMattes.kinds).compactMap {
      kind in
      let place = MatteFileName.place(of: kind, beside: result.output)
      let file = folder.appending(place)
      guard replacesCompanions || ledger.owns(companion: place), try StaleMattes.remove(file) else {
        return nil as String?
      }
      return StaleMattes.warning(of: kind, at: file.description)
    }
    let key = key(result)
    var entry = JournalEntry(
      input: key.input, recipe: key.recipe, output: key.output, digest: SHA256(processed.bytes).description,
      faceCount: processed.faces.count, mattes: processed.mattes.map(\.rawValue), warnings: processed.warnings)
    entry.companions = companions.isEmpty ? nil : companions
    return (true, removed + (ledger.record(entry).map { [$0] } ?? []))
  }

  func synchronize() { ledger.synchronize() }
}
