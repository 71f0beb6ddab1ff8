import MatteKit
import ObjectStorage
import SystemPackage

/// Many photos with inputs or results in object storage, or inputs on the web. One page of the list is held at a time,
/// whatever its length, and the plan is made photo by photo.
///
/// Results of the same recipe and photo version are kept, whoever made them and whenever: a run on a new machine
/// continues where the last one ended.
package struct RemoteBatch: Sendable {
  /// The objects, prefixes and web addresses to process.
  package var arguments: [FilePlace] = []
  /// Files on a disk that are also processed.
  package var files: [BatchInput] = []
  /// Folders on a disk that cannot be read, each of which is reported as failed.
  package var unreadable: [UnreadableFolder] = []
  /// The folders on a disk that were scanned.
  package var folders: [SearchedFolder] = []
  package var output: FilePlace
  /// How the photos are worked through.
  package var options = MediaBatch.Options()
  /// Limits the run to photos whose outputs have these names in reports, or are in these folders; nil for all.
  package var selection: Set<String>?
  package let remote: RemoteFiles

  package init(output: FilePlace, remote: RemoteFiles) {
    self.output = output
    self.remote = remote
  }

  /// A photo with its planned action.
  package struct PlannedPhoto: Sendable {
    package let input: FilePlace
    package let output: FilePlace
    /// Nil if it cannot have a result.
    package let action: PlannedFile.Action?
    package let format: FileFormat
    /// Why it would fail.
    package let fault: String?
  }

  /// How a run ended.
  package struct Outcome: Sendable {
    package var summary: BatchSummary
    /// Whether the cause that stopped the run may be temporary: the store did not answer.
    package var mayPass = false
    /// The skipped inputs, a sentence each.
    package var warnings: [String] = []
  }

  var outputLocation: S3Location? {
    guard case .object(var location) = output else { return nil }
    if !location.key.isEmpty, !location.key.hasSuffix("/") { location.key += "/" }
    return location
  }

  func listing() -> PhotoListing {
    PhotoListing(
      arguments, files: files, isRecursive: options.isRecursive, output: outputLocation, remote: remote)
  }

  /// - Throws: ``BatchError/amongInputs(output:)``.
  func checkPlaces() throws {
    guard let output = outputLocation else { return }
    for case .object(let input) in arguments where input.bucket == output.bucket {
      guard !(input.key.isEmpty ? output.key.isEmpty : input.key + "/" == output.key || input.key == output.key) else {
        throw BatchError.amongInputs(output: output.description)
      }
    }
  }

  /// Whether an output is among those that the run is limited to.
  func selects(_ output: FilePath, in results: any ResultStore) -> Bool {
    guard let selection else { return true }
    // All outputs of a folder that could not be read failed.
    return (0...output.names.count).contains { count in
      selection.contains(results.place(of: FilePath(root: nil, output.names.dropLast(count))).description)
    }
  }

  /// The place and the format of a photo's result.
  ///
  /// - Throws: ``BatchError/contradictsFormat(_:count:)``.
  func result(
    of photo: ListedPhoto, _ processor: any MediaProcessor
  ) throws(BatchError) -> (output: FilePath, format: FileFormat) {
    let folder = photo.place.name.folder.names.last
    if processor.product == .document {
      return (options.naming.output(of: photo.relative, ext: "json", effect: processor.name, folder: folder), .json)
    }
    let (format, ext) =
      if case .path(let path) = photo.place { options.format.choice(for: path) } else {
        options.format.choice(forName: photo.relative)
      }
    let output = options.naming.output(of: photo.relative, ext: ext, effect: processor.name, folder: folder)
    guard let named = PhotoFormat(pathExtension: output.extension ?? ""), named != format else {
      return (output, .photo(format))
    }
    guard options.format == .same, named.isWritable else { throw .contradictsFormat([(output, format)], count: 1) }
    return (output, .photo(named))
  }

  /// Whether a photo is skipped as a movie: an animated GIF is one, unless the format or the naming requests photos.
  func isMovie(_ photo: ListedPhoto, _ processor: any MediaProcessor) throws -> Bool {
    // A file named as a photo is read as its first frame.
    guard MediaKind(pathExtension: photo.relative.extension ?? "") != .photo else { return false }
    if processor.product == .photo {
      let name = options.naming.output(of: photo.relative, ext: "", effect: processor.name, folder: nil)
      let isNamed = PhotoFormat(pathExtension: name.extension ?? "")?.isWritable == true
      if options.format.format != nil || isNamed { return false }
    }
    return try remote.isAnimation(photo.place)
  }

  /// - Throws: the reason for which no results can be written.
  func results(_ processor: any MediaProcessor, isPlan: Bool) throws -> any ResultStore {
    let recipe = processor.recipe
    if let location = outputLocation {
      let bucket = try remote.bucket(location.bucket)
      try bucket.checkExists()
      return BucketResults(
        bucket: bucket, prefix: location.key, recipe: recipe, existing: options.existing,
        resumes: options.resumes, companions: processor.companions,
        inputs: InputPlaces(arguments, isRecursive: options.isRecursive, output: location))
    }
    let folder = output.name
    let records = JournalRecords(in: folder)
    if !isPlan { try Folder.make(folder) }
    let journal =
      isPlan
      ? nil
      : try Journal(
        in: folder, recipe: recipe, shard: options.shard, known: records.places(of: recipe), remembers: true)
    let terms = BatchRunner.Terms(
      folder: folder, recipe: recipe, jobs: 1, maximumErrors: nil, resumes: true, maximumSeconds: nil,
      remembersResults: true)
    return FolderResults(
      folder: folder, ledger: RunLedger(terms, journal: journal, records: records),
      recordedPlaces: records.places(of: recipe),
      inputs: Set((files.map(\.path) + processor.readFiles).compactMap(\.identity)),
      existing: options.existing, resumes: options.resumes, companions: processor.companions)
  }

  /// Reports what a run would do, photo by photo, without doing it.
  ///
  /// - Parameter describe: how a fault is worded.
  /// - Returns: the skipped inputs, a sentence each.
  package func plan(
    _ processor: any MediaProcessor, describing describe: (any Error) -> String = { "\($0)" },
    reporting report: (PlannedPhoto) throws -> Void
  ) throws -> [String] {
    try checkPlaces()
    let results = try results(processor, isPlan: true)
    var listing = listing()
    while let photo = try listing.next() {
      if let shard = options.shard, !shard.contains(photo.relative) { continue }
      let (output, format) = try result(of: photo, processor)
      let place = results.place(of: output)
      if !selects(output, in: results) { continue }
      var (action, fault): (PlannedFile.Action?, String?) = (nil, photo.fault)
      if fault == nil {
        do {
          if try isMovie(photo, processor) {
            listing.countMovie()
            continue
          }
          action = try plannedAction(for: photo, output: output, in: results)
        } catch let error as S3Error where error.isOfAllRequests {
          throw error
        } catch {
          fault = describe(error)
        }
      }
      try report(PlannedPhoto(input: photo.place, output: place, action: action, format: format, fault: fault))
    }
    return listing.warnings
  }

  private func plannedAction(
    for photo: ListedPhoto, output: FilePath, in results: any ResultStore
  ) throws -> PlannedFile.Action {
    let version = try RemotePhotoWork.version(of: photo) { try remote.photoBytes(of: photo.place) }
    switch try results.examine(ResultIdentity(photo: photo, version: version, output: output), isPlan: true) {
    case .toMake: return .make
    case .toReplace: return .replace
    case .skipped, .unchanged: return .skip
    }
  }

  /// Processes the photos, and returns when all are finished, or those that had begun. To be called on a thread that
  /// may block.
  package func run(
    _ processor: any MediaProcessor, interruption: Interruption, reporting listeners: BatchRunner.Listeners
  ) throws -> Outcome {
    try checkPlaces()
    let results = try results(processor, isPlan: false)
    try processor.prepare()
    let work = RemotePhotoWork(
      batch: self, processor: processor, results: results,
      budget: try MemoryBudget(processLimit: options.memory, networks: processor.networkMemory),
      timeLimit: options.maximumSeconds.map(TimeLimit.init), describe: listeners.describe)
    return RemoteBatchRunner(self, work, interruption, listeners).run()
  }
}
