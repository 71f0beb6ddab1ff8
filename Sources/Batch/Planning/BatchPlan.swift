import MatteKit
import SystemPackage

/// The plan of a batch: an output and an action for each photo and movie, decided before anything is written.
///
/// A plan is checked as a whole when it is made. Its files are enumerated again on each iteration, so that a million
/// files take a few bytes each. Files that are added to the folders later are not part of it.
///
/// ```swift
/// for file in try batch.plan(for: processor) { print(file.input, file.output) }
/// ```
public struct BatchPlan: Sendable, Sequence {
  /// Number of photos.
  public private(set) var photoCount = 0
  /// Number of movies.
  public private(set) var movieCount = 0
  /// Warnings of inputs that could not be found or searched, a sentence each.
  public private(set) var warnings: [String] = []
  /// The folders that were scanned.
  package var searched: [SearchedFolder] { inputs.folders }
  /// Folders that cannot be read, each of which a run reports as failed.
  package private(set) var unreadable: [UnreadableFolder] = []
  /// Number of photos and movies that are to be made.
  private(set) var photosToMake = 0, moviesToMake = 0
  private let inputs: InputCollection
  private let terms: Terms
  private let names: OutputNames
  /// Existing outputs that are kept, and are read as inputs.
  private var inputsToKeep: Set<FileIdentity> = []

  /// The reports of folders that cannot be read, at the places of their outputs.
  package var failures: [FileReport] {
    unreadable.map { FileReport(on: $0, output: .path(terms.folder.appending($0.relative))) }
  }

  /// All files at once, in the order of the inputs.
  public var files: [PlannedFile] { Array(self) }

  package var isEmpty: Bool { photoCount + movieCount == 0 }

  /// Whether there is nothing to do because none of the folders that arguments name can be read.
  package var isOfUnreadableInputs: Bool { isEmpty && !unreadable.isEmpty && unreadable.allSatisfy(\.relative.isEmpty) }

  /// - Parameter warn: called with each of the ``warnings`` as it is found, even if the plan cannot be made; not for
  ///   unreadable folders, which a run reports.
  /// - Throws: ``BatchError`` if two inputs have the same output, or an output would replace an input or a file that
  ///   the effects read, or exists already and may not be replaced. All inputs are checked, whatever the shard.
  package init(_ inputs: InputCollection, _ terms: Terms, reporting warn: (String) -> Void = { _ in })
    throws(BatchError)
  {
    self.inputs = inputs
    self.terms = terms
    var found: [String] = []
    names = try OutputNames(of: inputs, terms) { warning in
      found.append(warning)
      warn(warning)
    }
    unreadable = names.unreadable
    warnings = found + unreadable.map(\.description)
    try checkOutputs()
  }

  package init(_ inputs: [BatchInput], _ terms: Terms) throws(BatchError) {
    try self.init(InputCollection(inputs), terms)
  }

  /// Counts the work, and checks existing outputs.
  private mutating func checkOutputs() throws(BatchError) {
    var existing = BloomFilter()
    var existingCount = 0
    var taken = Examples<FilePath>()
    var canResume = false
    for file in self {
      if file.format.isMovie { movieCount += 1 } else { photoCount += 1 }
      if file.action != .skip {
        if file.format.isMovie { moviesToMake += 1 } else { photosToMake += 1 }
      }
      for (place, matte) in file.places where matte == nil || file.action != .skip {
        let output = terms.folder.appending(place)
        guard let status = try? output.stat() else { continue }
        existing.insert(status.identity.hashValue)
        existingCount += 1
        // An existing matte blocks the photo that has one there, and no other.
        if terms.existing == .error, matte == nil, !file.mayReplace {
          taken.append(output)
          if !terms.resumes, terms.recordedPlaces.contains(place) { canResume = true }
        }
      }
    }
    guard existingCount > 0 else { return }
    let replaced = readFiles(among: existing)
    if !replaced.isEmpty {
      if terms.existing == .skip { inputsToKeep = Set(replaced.keys) }
      try checkReplaced(replaced)
    }
    if !taken.isEmpty { throw .exists(taken.first, count: taken.count, canResume: canResume) }
  }

  /// The inputs and the files that the effects read that may be in a set of files, by their identities.
  private func readFiles(among files: BloomFilter) -> [FileIdentity: FilePath] {
    var found: [FileIdentity: FilePath] = [:]
    func add(_ path: FilePath) {
      guard let status = try? path.stat(), files.mayContain(status.identity.hashValue) else { return }
      if found[status.identity] == nil { found[status.identity] = path }
    }
    for input in inputs where terms.takes(input) { add(input.path) }
    for path in terms.readFiles { add(path) }
    return found
  }

  private func checkReplaced(_ inputs: [FileIdentity: FilePath]) throws(BatchError) {
    var replaced = Examples<(output: FilePath, input: FilePath)>()
    for file in self {
      // Outputs to be kept are kept even if a resumed run would make them again; mattes follow their output.
      for (place, matte) in file.places where matte == nil ? terms.existing != .skip : file.action != .skip {
        let output = terms.folder.appending(place)
        guard let status = try? output.stat(), let input = inputs[status.identity] else { continue }
        replaced.append((output, input))
      }
    }
    if !replaced.isEmpty { throw .replacesInput(replaced.first, count: replaced.count) }
  }

  public func makeIterator() -> Iterator { Iterator(self) }

  /// Iterates over a plan's files, in the order of the inputs.
  public struct Iterator: IteratorProtocol, Sendable {
    private let plan: BatchPlan
    private var inputs: InputCollection.Iterator
    private var names: OutputNames.Iterator

    fileprivate init(_ plan: BatchPlan) {
      self.plan = plan
      inputs = plan.inputs.makeIterator()
      names = plan.names.makeIterator()
    }

    /// The next file; nil after the last.
    public mutating func next() -> PlannedFile? {
      while let input = inputs.next() {
        guard var file = plan.terms.file(of: input), names.admit(file) else { continue }
        if let shard = plan.terms.shard, !shard.contains(input.relative) { continue }
        if !plan.terms.selects(file.output) { continue }
        plan.decide(&file)
        return file
      }
      return nil
    }
  }

  /// The action for a file whose output may exist.
  private func decide(_ file: inout PlannedFile) {
    guard let status = try? file.output.stat() else { return }
    let isOwn = terms.resumes && terms.recordedPlaces.contains(file.relativeOutput)
    if isOwn, !inputsToKeep.contains(status.identity) {
      file.mayReplace = true
      return
    }
    switch terms.existing {
    // If the plan fails, or another program has created the file since, writing it fails.
    case .error: break
    case .skip: file.action = .skip
    case .newer:
      let input = try? file.input.stat()
      let isCurrent = input.map { status.modified >= $0.modified } ?? false
      file.action = isCurrent ? .skip : .replace
    case .overwrite: file.action = .replace
    }
    if file.action == .replace { (file.mayReplace, file.replacesCompanions) = (true, true) }
  }
}
