import MatteKit
import SystemPackage

/// What is to be done with a list of photos, decided before anything is written.
public struct BatchPlan: Sendable {
  /// In the order of the inputs.
  public let photos: [PlannedPhoto]
  /// What of the inputs could not be found or looked into, a sentence each.
  public internal(set) var warnings: [String] = []

  /// What a plan is made by.
  package struct Terms {
    package var folder: FilePath
    package var effect: String
    package var naming: OutputNaming
    package var format: OutputFormat
    package var existing: ExistingPolicy
    package var shard: Shard?
    /// Outputs that earlier runs of the same journals made, or were going to make, relative to the folder; nil if the run
    /// does not resume them.
    package var ownPlaces: Set<FilePath>?

    package init(
      folder: FilePath, effect: String, naming: OutputNaming = .standard, format: OutputFormat = .same,
      existing: ExistingPolicy = .error, shard: Shard? = nil, ownPlaces: Set<FilePath>? = nil
    ) {
      self.folder = folder
      self.effect = effect
      self.naming = naming
      self.format = format
      self.existing = existing
      self.shard = shard
      self.ownPlaces = ownPlaces
    }
  }

  /// - Throws: ``BatchError`` if two inputs would be one output, an output would replace an input, or exists already and may
  ///   not be replaced. All inputs are checked, whatever the shard.
  package init(_ inputs: [PhotoInput], _ terms: Terms) throws(BatchError) {
    let named = Self.named(inputs, terms)
    try Self.checkClashes(named)

    let identities = Dictionary(
      named.compactMap { photo in (try? photo.input.stat()).map { ($0.identity, photo.input) } },
      uniquingKeysWith: { first, _ in first })
    var planned: [PlannedPhoto] = []
    var taken: [FilePath] = []
    var replaced: [(output: FilePath, input: FilePath)] = []
    for var photo in named {
      if let shard = terms.shard, !shard.contains(photo.photo.relative) { continue }
      if let status = try? photo.output.stat() {
        if terms.ownPlaces?.contains(photo.relativeOutput) == true, identities[status.identity] == nil {
          photo.mayReplace = true
        } else {
          if terms.existing != .skip, let input = identities[status.identity] { replaced.append((photo.output, input)) }
          switch terms.existing {
          case .error: taken.append(photo.output)
          case .skip: photo.action = .skip
          case .newer:
            let input = try? photo.input.stat()
            let isCurrent = input.map { status.modified >= $0.modified } ?? false
            photo.action = isCurrent ? .skip : .replace
          case .overwrite: photo.action = .replace
          }
          if photo.action == .replace { photo.mayReplace = true }
        }
      }
      planned.append(photo)
    }
    if !replaced.isEmpty { throw .replacesInput(replaced) }
    if !taken.isEmpty { throw .exists(taken) }
    photos = planned
  }

  /// Inputs with the names of their outputs. A file that is named twice counts once.
  private static func named(_ inputs: [PhotoInput], _ terms: Terms) -> [PlannedPhoto] {
    enum Known: Hashable {
      case file(FileIdentity)
      case missing(FilePath)
    }
    var known: [FilePath: Set<Known>] = [:]
    return inputs.compactMap { input in
      let (format, ext) = terms.format.choice(for: input.path)
      let relative = terms.naming.output(
        of: input.relative, ext: ext, effect: terms.effect, folder: input.path.folder.names.last)
      let key = (try? input.path.stat()).map { Known.file($0.identity) } ?? .missing(input.path)
      guard known[relative, default: []].insert(key).inserted else { return nil }
      return PlannedPhoto(
        photo: input, relativeOutput: relative, output: terms.folder.appending(relative), format: format, action: .make,
        mayReplace: false)
    }
  }

  private static func checkClashes(_ photos: [PlannedPhoto]) throws(BatchError) {
    let byOutput = Dictionary(grouping: photos, by: \.output).filter { $0.value.count > 1 }
    guard !byOutput.isEmpty else { return }
    throw .clash(
      byOutput.sorted { FilePath.precedes($0.key, $1.key) }.map { ($0.key, $0.value.map(\.input)) })
  }
}
