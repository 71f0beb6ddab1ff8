import MatteKit
import Synchronization
import SystemPackage

/// The earlier results that a run can reuse, and its own records. May be shared by threads.
final class RunLedger: Sendable {
  /// The digest of everything that results depend on besides their inputs.
  let recipe: String
  private let folder: FilePath
  /// Whether unchanged results that the journals record are kept.
  private let resumes: Bool
  private let remembers: Bool
  /// Nil where nothing is recorded.
  private let journal: Journal?
  private let records: Mutex<JournalRecords>

  init(_ terms: BatchRunner.Terms, journal: Journal?, records: JournalRecords) {
    recipe = terms.recipe
    folder = terms.folder
    resumes = terms.resumes
    remembers = terms.remembersResults
    self.journal = journal
    self.records = Mutex(records)
  }

  /// - Parameter digest: the SHA-256 of the input's bytes.
  func key(of file: PlannedFile, digest: String) -> JournalKey {
    JournalKey(input: digest, recipe: recipe, output: file.relativeOutput.percentEncoded)
  }

  /// The earlier result that is kept; nil if there is none.
  func intactResult(_ key: JournalKey) -> JournalEntry? {
    guard resumes, let earlier = records.withLock({ $0.entries[key] }), earlier.isIntact(in: folder) else { return nil }
    return earlier
  }

  /// Checks that a resumed run does not replace the result of another input, such as a file of the same name in another
  /// folder: unchanged files at the places of the result must come from this input.
  ///
  /// - Parameters:
  ///   - places: relative to the folder of outputs.
  ///   - source: where the input lies: ``FileSource``.
  ///   - name: the input's, for the message.
  /// - Throws: ``ResultFault/ofAnotherInput(input:output:)``, and ``ResultFault/ofUnknownInput(input:output:)`` if a
  ///   journal of an earlier version has no source: the input may be that one, edited, or another one.
  func checkOwner(ofResultsAt places: [FilePath], source: String, name: String) throws(ResultFault) {
    guard resumes else { return }
    for place in places {
      let results = records.withLock { $0.results(at: place, recipe: recipe) }
      let own = results.filter { $0.source == source }
      let others = results.filter { $0.source != source && $0.isIntact(place.percentEncoded, in: folder) }
      guard let other = others.first(where: { $0.source != nil }) ?? others.first else { continue }
      let output = folder.appending(place).shown
      guard other.source == nil else { throw .ofAnotherInput(input: name, output: output) }
      if own.contains(where: { $0.isIntact(place.percentEncoded, in: folder) }) { continue }
      throw .ofUnknownInput(input: name, output: output)
    }
  }

  /// Checks the places of a planned file, unless replacing was requested.
  func checkOwner(ofResultsFor file: PlannedFile) throws(ResultFault) {
    guard file.action == .make, !file.replacesCompanions else { return }
    try checkOwner(
      ofResultsAt: file.places.map(\.place), source: FileSource.digest(of: file.input), name: file.input.shown)
  }

  /// Records a result that is safe on the disk.
  ///
  /// - Returns: a warning if that was not possible. The output is complete nevertheless; a run that resumes this one
  ///   makes it again.
  func record(_ entry: JournalEntry) -> String? {
    // Each takes half a kilobyte.
    if remembers { records.withLock { $0.add(entry) } }
    do {
      try journal?.record(entry)
      return nil
    } catch {
      return "its result is not in the journal: \(error)"
    }
  }

  func claim(_ files: [PlannedFile]) throws(PhotoFileError) {
    try journal?.claim(files.filter { $0.action != .skip }.map(\.relativeOutput))
  }

  /// Claims the place of an output, and waits until the record is on the disk.
  func claim(place: FilePath) throws(PhotoFileError) { try journal?.claim([place]) }

  /// Whether the run resumes one that claimed a file beside an output.
  func owns(companion place: FilePath) -> Bool { resumes && journal?.owns(place) == true }

  /// Claims the place of a file beside an output, which no plan has checked.
  ///
  /// - Returns: whether an existing file may be replaced: the run resumes one that had claimed its place.
  func claim(companion place: FilePath) throws(PhotoFileError) -> Bool {
    let isOwn = owns(companion: place)
    if !isOwn, (try? folder.appending(place).stat()) != nil {
      throw .outputExists(file: folder.appending(place).shown)
    }
    try journal?.claim([place])
    return isOwn
  }

  /// To be called before an output is written: its owner must be recorded whatever happens then.
  func prepareForOutput() throws(PhotoFileError) { try journal?.restore() }

  func synchronize() { journal?.synchronize() }
}
