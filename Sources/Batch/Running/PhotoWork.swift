import Checksums
import MatteKit
import SystemPackage

/// The work on one photo of a run.
struct PhotoWork: Sendable {
  let processor: any PhotoProcessor
  let budget: MemoryBudget
  let results: ResultWriter
  /// The time limit for making each result, without reading and writing; nil for none.
  var timeLimit: TimeLimit?
  /// How the report words an error.
  let describe: @Sendable (any Error) -> String

  /// - Throws: only if the output's disk is full.
  func report(on photo: PlannedFile, as format: PhotoFormat) throws(FullDisk) -> PhotoReport {
    var report = PhotoReport(input: photo.input, output: photo.output, status: .failed)
    var clock = StageClock()
    do {
      try process(photo, as: format, report: &report, clock: &clock)
    } catch {
      if let full = FullDisk(error) { throw full }
      report.status = .failed
      report.error = describe(error)
    }
    report.milliseconds = clock.milliseconds
    return report
  }

  private var ledger: RunLedger { results.ledger }

  private func process(
    _ photo: PlannedFile, as format: PhotoFormat, report: inout PhotoReport, clock: inout StageClock
  ) throws {
    let name = photo.input.shown
    let data = try clock.time("read") { () throws in try PhotoBytes.read(photo.input) }
    let key = clock.time("hash") { ledger.key(of: photo, digest: SHA256(data).description) }
    if let earlier = ledger.intactResult(key) {
      report.add(unchanged: earlier)
      return
    }
    try ledger.checkOwner(ofResultsFor: photo)
    let need = try processor.requiredMemory(for: data, name: name, as: format)
    let processed = try budget.lending(need, to: name) {
      try processor.process(data, name: name, as: format, within: timeLimit, measuring: &clock)
    }
    let warnings = try clock.time("write") {
      try results.write(
        processed, as: key, at: photo.relativeOutput, companions: photo.companions,
        replacing: .init(output: photo.mayReplace, mattes: photo.replacesCompanions),
        source: FileSource.digest(of: photo.input))
    }
    report.add(processed)
    report.warnings += warnings
  }
}
