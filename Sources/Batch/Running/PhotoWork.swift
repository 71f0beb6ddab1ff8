import Checksums
import MatteKit

/// What is done with one photo of a run.
struct PhotoWork: Sendable {
  let processor: any PhotoProcessor
  let budget: MemoryBudget
  let ledger: RunLedger
  /// Of the making of each result, without reading and writing; nil for none.
  var timeLimit: TimeLimit?

  /// - Throws: only if there is no room for the output.
  func report(on photo: PlannedFile, as format: PhotoFormat) throws(FullDisk) -> PhotoReport {
    var report = PhotoReport(input: photo.input, output: photo.output, status: .failed)
    var clock = StageClock()
    do {
      try process(photo, as: format, report: &report, clock: &clock)
    } catch {
      if let full = FullDisk(error) { throw full }
      report.status = .failed
      report.error = "\(error)"
    }
    report.milliseconds = clock.milliseconds
    return report
  }

  private func process(
    _ photo: PlannedFile, as format: PhotoFormat, report: inout PhotoReport, clock: inout StageClock
  ) throws {
    let name = photo.input.description
    let data = try clock.time("read") { () throws in try PhotoBytes.read(photo.input) }
    let key = clock.time("hash") { ledger.key(of: photo, digest: SHA256(data).description) }
    if let earlier = ledger.intactResult(key) {
      report.status = .unchanged
      report.faceCount = earlier.faceCount
      report.mattes = earlier.mattes
      report.warnings = earlier.warnings
      return
    }
    let need = try processor.requiredMemory(for: data, name: name, as: format)
    let processed = try budget.lending(need, to: name) {
      try process(data, name: name, as: format, measuring: &clock)
    }
    try clock.time("write") {
      try Folder.make(photo.output.folder)
      try AtomicFile.write(processed.bytes, to: photo.output, overwriting: photo.mayReplace)
    }
    report.add(processed)
    let warning = ledger.record(
      JournalEntry(
        input: key.input, recipe: key.recipe, output: key.output, digest: SHA256(processed.bytes).description,
        faceCount: processed.faces.count, mattes: processed.mattes.map(\.rawValue), warnings: processed.warnings))
    if let warning { report.warnings.append(warning) }
  }

  private func process(
    _ data: [UInt8], name: String, as format: PhotoFormat, measuring clock: inout StageClock
  ) throws -> ProcessedPhoto {
    guard let timeLimit else { return try processor.process(data, name: name, as: format, measuring: &clock) }
    let (processed, times) = try timeLimit.run(on: name) { [processor, clock] in
      var times = clock
      return (try processor.process(data, name: name, as: format, measuring: &times), times)
    }
    clock = times
    return processed
  }
}
