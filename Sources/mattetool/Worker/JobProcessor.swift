import Batch
import FoundationEssentials
import MatteKit
import Synchronization
import SystemPackage

/// Runs the jobs of a worker in this process, one after the other, with networks that stay loaded.
final class JobProcessor {
  private struct ProcessorKey: Hashable {
    let effect: String
    let settings: [String]
    let onlyFaces: Set<Int>
    let mattes: MatteDestination
  }

  /// A processor, and the files that its effects were read from.
  private struct Known {
    let files: [FileVersion]
    let processor: EffectProcessor
  }

  private let options: ProcessingOptions
  private let existing: ExistingPolicy
  private let remote: RemoteFiles
  private let budget: MemoryBudget
  private let networks: PhotoNetworks
  /// By effect and settings; cleared when there are too many.
  private var processors: [ProcessorKey: Known] = [:]

  private static let maximumProcessors = 64

  /// - Parameters:
  ///   - existing: the policy for existing outputs if the job states none.
  ///   - remote: reads and writes files that are not on a disk.
  ///   - memory: the limit of the process in bytes; nil for three quarters of the free memory.
  /// - Throws: ``BatchError/memoryTooSmall(required:)``, `FaceError` and `SegmentationError`.
  init(_ options: ProcessingOptions, existing: ExistingPolicy, remote: RemoteFiles, memory: Int?) throws {
    self.options = options
    self.remote = remote
    self.existing = existing
    networks = PhotoNetworks(for: options)
    try networks.prepare()
    budget = try MemoryBudget(processLimit: memory, networks: networks.memory)
  }

  func answer(to job: WorkerJob) -> WorkerAnswer {
    var report = PhotoReport(input: job.input, output: job.output, status: .failed)
    var clock = StageClock()
    do {
      try process(job, &report, &clock)
      report.milliseconds = clock.milliseconds
      report.measureMemory()
      return WorkerAnswer(job, report)
    } catch {
      report.milliseconds = clock.milliseconds
      report.measureMemory()
      return WorkerAnswer(job, report, WorkerFailure(error))
    }
  }

  private func process(_ job: WorkerJob, _ report: inout PhotoReport, _ clock: inout StageClock) throws {
    let processor = try processor(of: job)
    let existing = job.existing ?? existing
    let output = target(job.output)
    if try isSkipped(job, output, existing) {
      report.status = .skipped
      return
    }
    try checkReplaced(by: output, andMattes: processor.companions, job)
    let name = job.input.description
    let data = try clock.time("read") { () throws in try remote.photoBytes(of: job.input) }
    let format = try job.outputFormat(of: data)
    let processed = try budget.lending(
      try processor.requiredMemory(for: data, name: name, as: format), to: name
    ) {
      try processor.process(data, name: name, as: format, measuring: &clock)
    }
    let overwrites = existing != .error && existing != .skip
    let removed = try clock.time("write") {
      // Written first: where the output exists they do too.
      if case .path(let path) = job.output { try Folder.make(path.folder) }
      for matte in processed.separateMattes {
        guard let target = output.matte(matte.kind) else { continue }
        try write(matte: Photo(pixels: matte.pixels).data(as: .png), to: target, overwriting: overwrites)
      }
      try output.write(processed.data, overwriting: overwrites)
      let stale = overwrites ? processor.companions : []
      return try output.removeMattes(StaleMattes.kinds(of: stale, besides: processed.separateMattes.kinds))
    }
    report.add(processed)
    report.warnings += removed
  }

  private func target(_ place: FilePlace) -> OutputTarget {
    if case .object(let location) = place { .object(ObjectOutput(location, remote)) } else { .file(place.name) }
  }

  /// - Throws: ``BatchError/replacesInput(_:count:)`` if the output, or a matte beside it, would take the place of the
  ///   photo or of a file that the effect reads.
  private func checkReplaced(by output: OutputTarget, andMattes kinds: [MatteKind], _ job: WorkerJob) throws {
    let sources = SourceFiles(input: job.input, read: files(of: job))
    for place in ([output.place] + kinds.map { output.matte($0)?.place }).compactMap(\.self) {
      guard let part = sources.part(at: place) else { continue }
      throw BatchError.replacesInput([(place.name, part == .input ? job.input.name : place.name)], count: 1)
    }
  }

  /// Writes a matte beside an output that does not exist yet. One with the same bytes is that of an earlier attempt,
  /// which ended before its output was written.
  private func write(matte bytes: [UInt8], to target: OutputTarget, overwriting: Bool) throws {
    do {
      try target.write(bytes, overwriting: overwriting)
    } catch {
      guard !overwriting, let place = target.place, (try? remote.photoBytes(of: place)) == bytes else { throw error }
    }
  }

  private func processor(of job: WorkerJob) throws -> EffectProcessor {
    let key = ProcessorKey(
      effect: job.effect, settings: job.settings, onlyFaces: job.onlyFaces, mattes: job.mattes ?? options.mattes)
    // Taken before they are read, so that a file edited meanwhile is read again for the next job.
    let files = files(of: job)
    if let known = processors[key], known.files == files { return known.processor }
    processors[key] = nil
    if processors.count >= Self.maximumProcessors { processors = [:] }
    var options = options
    options.mattes = key.mattes
    var preset = try SettingArguments.preset(job.effect, job.settings) { file in
      try EffectValue.Picture(contentsOf: URL(filePath: file))
    }
    if !job.onlyFaces.isEmpty { _ = try preset.limit(to: .only(job.onlyFaces)) }
    let effects = IdentifiedEffects(
      preset, named: job.effect, settings: job.settings, onlyFaces: job.onlyFaces
    ) { FilePath(bytes: $0.utf8) }
    let made = EffectProcessor(effects, options: options, networks: networks)
    processors[key] = Known(files: files, processor: made)
    return made
  }

  /// The current versions of the files that the job's effect is read from.
  private func files(of job: WorkerJob) -> [FileVersion] {
    RecipeFiles { FilePath(bytes: $0.utf8) }.versions(effect: job.effect, settings: job.settings)
  }

  /// Whether the job already has its output. If not, only an existing file may be replaced.
  ///
  /// - Throws: `outputExists` if that is an error, and ``BatchError/replacesInput(_:count:)``.
  private func isSkipped(_ job: WorkerJob, _ target: OutputTarget, _ existing: ExistingPolicy) throws -> Bool {
    guard let output = try target.status() else { return false }
    let input = existing == .newer || !job.input.isRemote ? try remote.status(of: job.input) : nil
    if job.input == job.output || (output.identity != nil && output.identity == input?.identity) {
      throw BatchError.replacesInput([(job.output.name, job.input.name)], count: 1)
    }
    switch existing {
    case .error: throw PhotoFileError.outputExists(file: job.output.description)
    case .skip: return true
    case .overwrite: return false
    case .newer:
      guard let made = output.modified, let taken = input?.modified else { return false }
      return made >= taken
    }
  }
}
