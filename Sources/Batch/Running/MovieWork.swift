import MatteKit
import SystemPackage

/// The work on one movie of a run.
struct MovieWork: Sendable {
  let processor: any MovieFileProcessor
  let budget: MemoryBudget
  let ledger: RunLedger
  /// Ends the movie in progress; nothing of it remains.
  let interruption: Interruption
  /// Called after each frame of a movie.
  let reportProgress: @Sendable (FilePath, MovieProgress) -> Void
  /// How the report words an error.
  let describe: @Sendable (any Error) -> String

  /// Nil if the run was interrupted before the movie was finished.
  ///
  /// - Throws: only if the output's disk is full.
  func report(on movie: PlannedFile, as container: MovieContainer) throws(FullDisk) -> MovieReport? {
    var report = MovieReport(input: movie.input, output: movie.output, status: .failed)
    var clock = StageClock()
    do {
      try process(movie, as: container, report: &report, clock: &clock)
    } catch  where interruption.isRequested {
      // Stages report cancellation by errors of several types. If the movie is damaged, a resumed run reports it.
      return nil
    } catch {
      if let full = FullDisk(error) { throw full }
      report.status = .failed
      report.error = describe(error)
    }
    report.milliseconds = clock.milliseconds
    return report
  }

  private func process(
    _ movie: PlannedFile, as container: MovieContainer, report: inout MovieReport, clock: inout StageClock
  ) throws {
    let name = movie.input.shown
    let before = FileVersion(of: movie.input)
    let key = try clock.time("hash") { () throws in
      ledger.key(of: movie, digest: try FileDigest.sha256(of: movie.input).description)
    }
    if let earlier = ledger.intactResult(key) {
      report.add(unchanged: earlier)
      report.frames = earlier.frameCount
      report.seconds = earlier.seconds
      return
    }
    try ledger.checkOwner(ofResultsFor: movie)
    let need = try processor.requiredMemory(for: movie.input, as: container)
    let start = ContinuousClock.now
    let processed = try clock.time("frames") {
      try budget.lending(need, to: name) {
        try ledger.prepareForOutput()
        try Folder.make(movie.output.folder)
        return try BlockingThread.wait(cancelledBy: interruption) {
          try await processor.process(
            movie.input, to: movie.output, overwriting: movie.mayReplace, reporting: { reportProgress(movie.input, $0) }
          )
        }
      }
    }
    report.add(processed, tookSeconds: (ContinuousClock.now - start) / .seconds(1))
    report.bytes = (try? movie.output.stat()).map { Int($0.size) }
    // The digest of the first read does not cover what was read later.
    guard FileVersion(of: movie.input) == before else {
      report.warnings.append("it was changed while it was read, so its result is not in the journal")
      return
    }
    let digest = try clock.time("hash") { () throws in try FileDigest.sha256(of: movie.output) }
    if let warning = ledger.record(entry(for: movie, key, digest: digest.description, report)) {
      report.warnings.append(warning)
    }
  }

  /// The journal's record of a result.
  ///
  /// - Parameter digest: the SHA-256 of the output's bytes.
  private func entry(
    for movie: PlannedFile, _ key: JournalKey, digest: String, _ report: MovieReport
  ) -> JournalEntry {
    var entry = JournalEntry(
      input: key.input, recipe: key.recipe, output: key.output, digest: digest, faceCount: report.faceCount ?? 0,
      mattes: report.mattes ?? [], warnings: report.warnings)
    entry.frameCount = report.frames
    entry.seconds = report.seconds
    entry.source = FileSource.digest(of: movie.input)
    return entry
  }
}
