import MatteKit
import SystemPackage

/// What is to be done with a list of photos and movies, decided before anything is written.
public struct BatchPlan: Sendable {
  /// In the order of the inputs.
  public private(set) var files: [PlannedFile]
  /// What of the inputs could not be found or looked into, a sentence each.
  public internal(set) var warnings: [String] = []

  /// What a plan is made by.
  package struct Terms {
    package var folder: FilePath
    package var effect: String
    package var naming: OutputNaming
    /// Of photos.
    package var format: OutputFormat
    /// What photos become.
    package var product = PhotoProduct.photo
    /// Of movies.
    package var containers: ContainerChoice
    package var existing: ExistingPolicy
    package var shard: Shard?
    /// Outputs that earlier runs of the same journals made, or were going to make, relative to the folder; nil if the run
    /// does not resume them.
    package var ownPlaces: Set<FilePath>?

    package init(
      folder: FilePath, effect: String, naming: OutputNaming = .standard, format: OutputFormat = .same,
      containers: ContainerChoice = ContainerChoice(), existing: ExistingPolicy = .error, shard: Shard? = nil,
      ownPlaces: Set<FilePath>? = nil
    ) {
      self.folder = folder
      self.effect = effect
      self.naming = naming
      self.format = format
      self.containers = containers
      self.existing = existing
      self.shard = shard
      self.ownPlaces = ownPlaces
    }
  }

  /// - Throws: ``BatchError`` if two inputs would be one output, an output would replace an input, or exists already and may
  ///   not be replaced. All inputs are checked, whatever the shard.
  package init(_ inputs: [BatchInput], _ terms: Terms) throws(BatchError) {
    let named = Self.named(inputs, terms)
    try Self.checkNames(named)
    try Self.checkFormats(named)
    try Self.checkClashes(named)

    let identities = Dictionary(
      named.compactMap { file in (try? file.input.stat()).map { ($0.identity, file.input) } },
      uniquingKeysWith: { first, _ in first })
    var planned: [PlannedFile] = []
    var taken: [FilePath] = []
    var replaced: [(output: FilePath, input: FilePath)] = []
    for var file in named {
      if let shard = terms.shard, !shard.contains(file.source.relative) { continue }
      if let status = try? file.output.stat() {
        if terms.ownPlaces?.contains(file.relativeOutput) == true, identities[status.identity] == nil {
          file.mayReplace = true
        } else {
          if terms.existing != .skip, let input = identities[status.identity] { replaced.append((file.output, input)) }
          switch terms.existing {
          case .error: taken.append(file.output)
          case .skip: file.action = .skip
          case .newer:
            let input = try? file.input.stat()
            let isCurrent = input.map { status.modified >= $0.modified } ?? false
            file.action = isCurrent ? .skip : .replace
          case .overwrite: file.action = .replace
          }
          if file.action == .replace { file.mayReplace = true }
        }
      }
      planned.append(file)
    }
    if !replaced.isEmpty { throw .replacesInput(replaced) }
    if !taken.isEmpty { throw .exists(taken) }
    files = planned
  }

  /// Inputs with the names of their outputs. A file that is named twice counts once.
  private static func named(_ inputs: [BatchInput], _ terms: Terms) -> [PlannedFile] {
    enum Known: Hashable {
      case file(FileIdentity)
      case missing(FilePath)
    }
    var known: [FilePath: Set<Known>] = [:]
    return inputs.compactMap { input in
      let (format, ext) = format(of: input.path, terms)
      let relative = terms.naming.output(
        of: input.relative, ext: ext, effect: terms.effect, folder: input.path.folder.names.last)
      // The naming may choose another kind of file.
      let named = choice(byName: relative.extension ?? "", of: format, terms)
      let key = (try? input.path.stat()).map { Known.file($0.identity) } ?? .missing(input.path)
      guard known[relative, default: []].insert(key).inserted else { return nil }
      return PlannedFile(
        source: input, relativeOutput: relative, output: terms.folder.appending(relative),
        format: named ?? format, action: .make, mayReplace: false)
    }
  }

  /// What the extension that the naming gives says of the kind of file; nil if nothing.
  private static func choice(byName ext: String, of format: FileFormat, _ terms: Terms) -> FileFormat? {
    if format.isMovie { return MovieContainer(pathExtension: ext).map(FileFormat.movie) }
    if format == .json { return nil }
    guard terms.format == .same, let named = PhotoFormat(pathExtension: ext), named.isWritable else { return nil }
    return .photo(named)
  }

  /// The kind of file that an input becomes, with its extension.
  private static func format(of input: FilePath, _ terms: Terms) -> (format: FileFormat, ext: String) {
    if terms.product == .document { return (.json, "json") }
    guard MediaKind(of: input) == .movie else {
      let (format, ext) = terms.format.choice(for: input)
      return (.photo(format), ext)
    }
    let (container, ext) = terms.containers.choice(for: input)
    return (.movie(container), ext)
  }

  /// Movies are written as their outputs' extensions say, so that each needs one.
  private static func checkNames(_ files: [PlannedFile]) throws(BatchError) {
    let nameless = files.filter { file in
      file.format.isMovie && MovieContainer(pathExtension: file.output.extension ?? "") == nil
    }
    guard nameless.isEmpty else { throw .namesNoMovie(nameless.map { ($0.output, $0.input) }) }
  }

  /// A photo's name says what it is, or nothing.
  private static func checkFormats(_ files: [PlannedFile]) throws(BatchError) {
    let contradictory = files.compactMap { file -> (output: FilePath, format: PhotoFormat)? in
      guard case .photo(let format) = file.format, let ext = file.output.extension,
        MediaKind(pathExtension: ext) != nil, PhotoFormat(pathExtension: ext) != format
      else { return nil }
      return (file.output, format)
    }
    guard contradictory.isEmpty else { throw .contradictsFormat(contradictory) }
  }

  private static func checkClashes(_ files: [PlannedFile]) throws(BatchError) {
    let byOutput = Dictionary(grouping: files, by: \.output).filter { $0.value.count > 1 }
    guard !byOutput.isEmpty else { return }
    throw .clash(
      byOutput.sorted { FilePath.precedes($0.key, $1.key) }.map { ($0.key, $0.value.map(\.input)) })
  }

  /// Leaves out files whose outputs are none of these.
  mutating func limit(to outputs: Set<FilePath>) { files.removeAll { !outputs.contains($0.output) } }
}
