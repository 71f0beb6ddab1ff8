import Checksums
import MatteKit
import SystemPackage

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
    try ledger.checkAreOfNoOther(photo)
    let need = try processor.requiredMemory(for: data, name: name, as: format)
    let processed = try budget.lending(need, to: name) {
      try processor.process(data, name: name, as: format, within: timeLimit, measuring: &clock)
    }
    let (companions, removed) = try clock.time("write") { () throws in
      try ledger.prepareForOutput()
      try Folder.make(photo.output.folder)
      // First, so that where the output is they are too.
      let companions = try writeCompanions(processed.separateMattes, of: photo)
      try AtomicFile.write(processed.bytes, to: photo.output, overwriting: photo.mayReplace)
      return (companions, try removeStaleCompanions(of: photo, besides: processed.separateMattes.kinds))
    }
    report.add(processed)
    report.warnings += removed
    var entry = JournalEntry(
      input: key.input, recipe: key.recipe, output: key.output, digest: SHA256(processed.bytes).description,
      faceCount: processed.faces.count, mattes: processed.mattes.map(\.rawValue), warnings: processed.warnings)
    entry.companions = companions.isEmpty ? nil : companions
    entry.source = FileSource.digest(of: photo.input)
    let warning = ledger.record(entry)
    if let warning { report.warnings.append(warning) }
  }

  /// Writes mattes as files beside an output, named after it.
  ///
  /// - Returns: their places, percent-encoded, with the SHA-256 of their bytes.
  private func writeCompanions(_ mattes: MatteSet, of photo: PlannedFile) throws -> [String: String] {
    var written: [String: String] = [:]
    for (place, bytes) in try mattes.files(beside: photo.relativeOutput) {
      guard let name = place.lastComponent else { continue }
      let isOwn = photo.replacesCompanions ? true : try ledger.claim(companion: place)
      try AtomicFile.write(bytes, to: photo.output.folder.appending(name), overwriting: isOwn)
      written[place.percentEncoded] = SHA256(bytes).description
    }
    return written
  }

  /// Removes the mattes beside an output that this run may replace, and has not: the photo has none of their kinds.
  ///
  /// - Returns: a sentence for each.
  private func removeStaleCompanions(of photo: PlannedFile, besides written: [MatteKind]) throws -> [String] {
    try StaleMattes.kinds(of: photo.companions, besides: written).compactMap { kind in
      let place = MatteFileName.place(of: kind, beside: photo.relativeOutput)
      let output = MatteFileName.place(of: kind, beside: photo.output)
      let isOwn = ledger.owns(companion: place)
      guard photo.replacesCompanions || isOwn else { return nil }
      return try StaleMattes.remove(kind, at: output, isOwn: isOwn)?.warning
    }
  }
}
