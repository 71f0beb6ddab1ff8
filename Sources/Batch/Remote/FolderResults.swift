import MatteKit
import SystemPackage

/// Results as files of a folder, with a journal as for batches of files.
struct FolderResults: ResultStore {
  let folder: FilePath
  let ledger: RunLedger
  /// Outputs that earlier runs of the recipe made or claimed, relative to the folder.
  let recordedPlaces: Set<FilePath>
  /// The files that are also processed, or read by the effects, which are not replaced.
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
        input: result.photo.place.description, output: folder.appending(place).shown, other: other.description)
    }
    if let earlier = ledger.intactResult(key(result)) {
      return .unchanged(faceCount: earlier.faceCount, mattes: earlier.mattes, warnings: earlier.warnings)
    }
    let output = folder.appending(result.output)
    var state = ResultState.toMake
    if let status = try? output.stat() {
      guard !inputs.contains(status.identity) else { throw ResultFault.replacesInput(output.shown) }
      let isRecorded = recordedPlaces.contains(result.output)
      switch existing {
      case _ where resumes && isRecorded: state = .toReplace(.file)
      case .error: throw ResultFault.exists(output: output.shown, canResume: isRecorded)
      case .skip: return .skipped
      case .overwrite: state = .toReplace(.file)
      case .newer:
        if let taken = result.photo.modified, status.modified / 1_000_000_000 >= taken { return .skipped }
        state = .toReplace(.file)
      }
    }
    // Mattes beside the result must not take another photo's place either, whether written or removed.
    for place in places.dropFirst().map(folder.appending) where !inputs.isEmpty {
      guard let status = try? place.stat(), inputs.contains(status.identity) else { continue }
      throw ResultFault.replacesInput(place.shown)
    }
    if existing != .overwrite {
      try ledger.checkOwner(
        ofResultsAt: places, source: InputName(of: result.photo).source, name: result.photo.place.description)
    }
    if !isPlan { try ledger.claim(place: result.output) }
    return state
  }

  func write(
    _ processed: ProcessedPhoto, as result: ResultIdentity, over replaced: ReplacedResult?
  ) throws -> (isOwn: Bool, warnings: [String]) {
    // A run that resumes replaces only mattes that the journal records.
    let replacesMattes = existing == .overwrite || existing == .newer && replaced != nil
    let warnings = try ResultWriter(folder: folder, ledger: ledger).write(
      processed, as: key(result), at: result.output, companions: companions,
      replacing: .init(output: replaced != nil, mattes: replacesMattes), source: InputName(of: result.photo).source)
    return (true, warnings)
  }

  func synchronize() { ledger.synchronize() }
}
