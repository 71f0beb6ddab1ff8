import CAllocator
import Checksums
import Dispatch
import FoundationEssentials
import MatteKit
import Synchronization

/// Works on photos, several at once: while one is decoded another is in the networks, a third is coded or waits for the
/// disk. What goes wrong with one is reported and stops none of the others.
final class BatchRunner: Sendable {
  struct Terms: Sendable {
    /// Where outputs go.
    var folder: SystemPath
    /// The digest of all that results depend on beside their inputs.
    var recipe: String
    var jobs: Int
    /// Failures at which no further photo is begun; nil for never.
    var maximumErrors: Int?
    /// Whether results that are there already, as the journals say, are left.
    var resumes: Bool
  }

  private struct State {
    var next = 0
    var summary = BatchSummary()
  }

  private let terms: Terms
  private let maker: any PhotoMaker
  private let budget: MemoryBudget
  private let journal: Journal
  private let records: Mutex<JournalRecords>
  private let interruption: Interruption
  /// Is told of each photo as it is finished, by one thread at a time.
  private let tell: @Sendable (PhotoReport) -> Void

  init(
    _ terms: Terms, maker: any PhotoMaker, budget: MemoryBudget, journal: Journal, records: JournalRecords,
    interruption: Interruption, telling tell: @escaping @Sendable (PhotoReport) -> Void
  ) {
    self.terms = terms
    self.maker = maker
    self.budget = budget
    self.journal = journal
    self.records = Mutex(records)
    self.interruption = interruption
    self.tell = tell
  }

  /// Works on photos in their order, and returns when all are finished, or those that were begun.
  ///
  /// - Throws: `unwritable` if the journal cannot be written; nothing was begun then.
  func run(_ photos: [PlannedPhoto]) throws(PhotoFileError) -> BatchSummary {
    let start = ContinuousClock.now
    try journal.claim(photos.filter { $0.action != .skip }.map(\.output))
    let state = Mutex(State())
    let group = DispatchGroup()
    for worker in 0..<max(1, min(terms.jobs, photos.count)) {
      // A queue of its own each: work that waits is not to keep other work from a thread.
      DispatchQueue(label: "photo \(worker)").async(group: group) { [self] in
        while let photo = next(of: photos, state) {
          let report = self.report(on: photo)
          state.withLock { state in
            state.summary.add(report)
            tell(report)
          }
        }
      }
    }
    group.wait()
    journal.synchronize()
    var summary = state.withLock { $0.summary }
    summary.photos = photos.count
    summary.notStarted = photos.count - summary.done - summary.unchanged - summary.skipped - summary.failed
    summary.isInterrupted = interruption.isRequested && summary.notStarted > 0
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    summary.setSeconds(Double(seconds) + Double(attoseconds) * 1e-18)
    return summary
  }

  private func next(of photos: [PlannedPhoto], _ state: borrowing Mutex<State>) -> PlannedPhoto? {
    state.withLock { state in
      guard !interruption.isRequested, state.next < photos.count else { return nil }
      if let maximum = terms.maximumErrors, state.summary.failed >= maximum { return nil }
      defer { state.next += 1 }
      return photos[state.next]
    }
  }

  private func report(on photo: PlannedPhoto) -> PhotoReport {
    let place = terms.folder.appending(photo.output)
    var report = PhotoReport(input: photo.input.path, output: place, status: .failed)
    if photo.action == .skip {
      report.status = .skipped
      return report
    }
    var clock = StageClock()
    do {
      try work(on: photo, place: place, report: &report, clock: &clock)
    } catch {
      report.status = .failed
      report.error = "\(error)"
    }
    report.milliseconds = clock.milliseconds
    // What is free goes back to the system: photos of many sizes would otherwise leave holes that add up.
    if report.status != .unchanged { callocator_trim() }
    report.residentMemory = SystemMemory.resident
    report.peakMemory = SystemMemory.peak
    return report
  }

  private func work(
    on photo: PlannedPhoto, place: SystemPath, report: inout PhotoReport, clock: inout StageClock
  ) throws {
    let name = photo.input.path.description
    let data = try clock.time("read") { () throws in try PhotoBytes.read(photo.input.path) }
    let key = clock.time("hash") {
      JournalKey(input: SHA256(data).description, recipe: terms.recipe, output: photo.output.percentEncoded)
    }
    if terms.resumes, let earlier = records.withLock({ $0.entries[key] }), earlier.isIntact(in: terms.folder) {
      report.status = .unchanged
      report.faceCount = earlier.faceCount
      report.mattes = earlier.mattes
      report.warnings = earlier.warnings
      return
    }
    let need = try maker.memory(for: data, name: name, format: photo.format)
    guard need <= budget.limit else {
      throw MemoryShortage(input: name, needed: need, available: budget.limit)
    }
    let made = try budget.lending(need) {
      try maker.make(from: data, name: name, as: photo.format, clock: &clock)
    }
    try clock.time("write") {
      try Folder.make(place.folder)
      try WholeFile.write(made.bytes, to: place, overwriting: photo.mayReplace)
    }
    report.status = .done
    report.faceCount = made.faces.count
    report.faces = made.faces.map(PhotoReport.Face.init)
    report.mattes = made.mattes.map(\.rawValue)
    report.warnings = made.warnings
    report.bytes = made.bytes.count
    let entry = JournalEntry(
      input: key.input, recipe: key.recipe, output: key.output, digest: SHA256(made.bytes).description,
      faceCount: made.faces.count, mattes: made.mattes.map(\.rawValue), warnings: made.warnings)
    records.withLock { $0.add(entry) }
    do {
      try journal.record(entry)
    } catch {
      // The output is whole; a run that goes on with this one makes it once more.
      report.warnings.append("its result is not in the journal: \(error)")
    }
  }
}
