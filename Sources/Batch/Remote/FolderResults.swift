import Checksums
import MatteKit
import SystemPackage

/// Results as files of a folder, with the journal that batches of files have.
struct FolderResults: ResultStore {
  let folder: FilePath
  let ledger: RunLedger
  /// The places that earlier runs of the recipe wrote to.
  let ownPlaces: Set<FilePath>
  /// The files that are processed too, or read by the effects, none of which is replaced.
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
      case _ where isOwn: state = .toReplace(.file)
      case .error: throw ResultFault.exists(output: output.description)
      case .skip: return .skipped
      case .overwrite: state = .toReplace(.file)
      case .newer:
        if let taken = result.photo.modified, status.modified / 1_000_000_000 >= taken { return .skipped }
        state = .toReplace(.file)
      }
    }
    // Also mattes beside the result take nobody's place, written or removed.
    for place in places.dropFirst().map(folder.appending) where !inputs.isEmpty {
      guard let status = try? place.stat(), inputs.contains(status.identity) else { continue }
      throw ResultFault.replacesInput(place.description)
    }
    if existing != .overwrite {
      try ledger.checkAreOfNoOther(
        places, source: InputName(of: result.photo).source, name: result.photo.place.description)
    }
    if !isPlan { try ledger.claim(place: result.output) }
    return state
  }

  func write(
    _ processed: ProcessedPhoto, as result: ResultIdentity, over replaced: ReplacedResult?
  ) throws -> (isOwn: Bool, warnings: [String]) {
    let output = folder.appending(result.output)
    try ledger.prepareForOutput()
    try Folder.make(output.folder)
    // Of a run that resumes, only what the journal knows.
    let replacesCompanions = existing == .overwrite || existing == .newer && replaced != nil
    var companions: [String: String] = [:]
    for (place, bytes) in try processed.separateMattes.files(beside: result.output) {
      let isOwn = replacesCompanions ? true : try ledger.claim(companion: place)
      try AtomicFile.write(bytes, to: folder.appending(place), overwriting: isOwn)
      companions[place.percentEncoded] = SHA256(bytes).description
    }
    try AtomicFile.write(processed.bytes, to: output, overwriting: replaced != nil)
    let removed = try StaleMattes.kinds(of: self.companions, besides: processed.separateMattes.kinds).compactMap {
      kind in
      let place = MatteFileName.place(of: kind, beside: result.output)
      let isOwn = ledger.owns(companion: place)
      guard replacesCompanions || isOwn else { return nil as String? }
      return try StaleMattes.remove(kind, at: folder.appending(place), isOwn: isOwn)?.warning
    }
    let key = key(result)
    var entry = JournalEntry(
      input: key.input, recipe: key.recipe, output: key.output, digest: SHA256(processed.bytes).description,
      faceCount: processed.faces.count, mattes: processed.mattes.map(\.rawValue), warnings: processed.warnings)
    entry.companions = companions.isEmpty ? nil : companions
    entry.source = InputName(of: result.photo).source
    return (true, removed + (ledger.record(entry).map { [$0] } ?? []))
  }

  func synchronize() { ledger.synchronize() }
}
