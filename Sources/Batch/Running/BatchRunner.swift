import CAllocator
import Checksums
import Dispatch
import FoundationEssentials
import MatteKit
import Synchronization
import SystemPackage

/// Processes photos, several at once: while one is decoded another is in the networks, a third is coded or waits for the
/// disk. What goes wrong with one is reported and stops none of the others.
package final class BatchRunner: Sendable {
  struct Terms: Sendable {
    /// Where outputs go.
    var folder: FilePath
    /// The digest of all that results depend on beside their inputs.
    var recipe: String
    var jobs: Int
    /// The number of failures after which no further photo is begun; nil for no limit.
    var maximumErrors: Int?
    /// Whether results that the journals know, and which are as they were made, are left.
    var resumes: Bool
  }

  private struct State {
    var next = 0
    var summary = BatchSummary()
  }

  private let terms: Terms
  private let processor: any PhotoProcessor
  private let budget: MemoryBudget
  private let journal: Journal
  private let records: Mutex<JournalRecords>
  private let interruption: Interruption
  /// Is told of each photo as it is finished, by one thread at a time.
  private let tell: @Sendable (PhotoReport) -> Void

  init(
    _ terms: Terms, processor: any PhotoProcessor, budget: MemoryBudget, journal: Journal, records: JournalRecords,
    interruption: Interruption, telling tell: @escaping @Sendable (PhotoReport) -> Void
  ) {
    self.terms = terms
    self.processor = processor
    self.budget = budget
    self.journal = journal
    self.records = Mutex(records)
    self.interruption = interruption
    self.tell = tell
  }

  /// Processes photos in their order, and returns when all are finished, or those that were begun.
  ///
  /// - Throws: `unwritable` if the journal cannot be written; nothing was begun then.
  package func run(_ photos: [PlannedPhoto]) throws(PhotoFileError) -> BatchSummary {
    let start = ContinuousClock.now
    try journal.claim(photos.filter { $0.action != .skip }.map(\.relativeOutput))
    let state = Mutex(State())
    let group = DispatchGroup()
    for worker in 0..<max(1, min(terms.jobs, photos.count)) {
      // Each has a queue of its own, because its work blocks.
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
    summary.setDuration(seconds: Double(seconds) + Double(attoseconds) * 1e-18)
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
    var report = PhotoReport(input: photo.input, output: photo.output, status: .failed)
    if photo.action == .skip {
      report.status = .skipped
      return report
    }
    var clock = StageClock()
    do {
      try process(photo, report: &report, clock: &clock)
    } catch {
      report.status = .failed
      report.error = "\(error)"
    }
    report.milliseconds = clock.milliseconds
    // Free memory goes back to the system: photos of many sizes would otherwise leave holes that add up.
    if report.status != .unchanged { callocator_trim() }
    report.residentMemory = SystemMemory.resident
    report.peakMemory = SystemMemory.peak
    return report
  }

  private func process(_ photo: PlannedPhoto, report: inout PhotoReport, clock: inout StageClock) throws {
    let name = photo.input.description
    let data = try clock.time("read") { () throws in try PhotoBytes.read(photo.input) }
    let key = clock.time("hash") {
      JournalKey(input: SHA256(data).description, recipe: terms.recipe, output: photo.relativeOutput.percentEncoded)
    }
    if terms.resumes, let earlier = records.withLock({ $0.entries[key] }), earlier.isIntact(in: terms.folder) {
      report.status = .unchanged
      report.faceCount = earlier.faceCount
      report.mattes = earlier.mattes
      report.warnings = earlier.warnings
      return
    }
    let need = try processor.requiredMemory(for: data, name: name, as: photo.format)
    guard need <= budget.limit else {
      throw MemoryShortage(input: name, needed: need, available: budget.limit)
    }
    let processed = try budget.lending(need) {
      try processor.process(data, name: name, as: photo.format, measuring: &clock)
    }
    try clock.time("write") {
      try Folder.make(photo.output.folder)
      try AtomicFile.write(processed.bytes, to: photo.output, overwriting: photo.mayReplace)
    }
    report.status = .done
    report.faceCount = processed.faces.count
    report.faces = processed.faces.map(PhotoReport.Face.init)
    report.mattes = processed.mattes.map(\.rawValue)
    report.warnings = processed.warnings
    report.bytes = processed.bytes.count
    let entry = JournalEntry(
      input: key.input, recipe: key.recipe, output: key.output, digest: SHA256(processed.bytes).description,
      faceCount: processed.faces.count, mattes: processed.mattes.map(\.rawValue), warnings: processed.warnings)
    records.withLock { $0.add(entry) }
    do {
      try journal.record(entry)
    } catch {
      // The output is whole; a run that resumes this one makes it once more.
      report.warnings.append("its result is not in the journal: \(error)")
    }
  }
}
