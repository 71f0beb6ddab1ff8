import MatteKit

/// What is to be done with a list of photos, decided before anything is written.
struct BatchPlan {
  let folder: SystemPath
  let photos: [PlannedPhoto]

  /// What a plan is made by.
  struct Terms {
    var folder: SystemPath
    var effect: String
    var naming: OutputNaming
    var format: OutputFormat = .same
    var existing: ExistingPolicy = .error
    var shard: Shard?
    /// Outputs that earlier runs of the same journals made, or were going to make. Nil if they are not to be gone on with.
    var ownPlaces: Set<SystemPath>?
  }

  /// - Throws: ``PlanError`` if two inputs would be one output, an output would take an input's place, or is there already
  ///   and may not be. All inputs are looked at, whatever the shard.
  init(_ inputs: [PhotoInput], _ terms: Terms) throws(PlanError) {
    folder = terms.folder
    let named = Self.named(inputs, terms)
    try Self.checkClashes(named, in: terms.folder)

    let identities = Dictionary(
      named.compactMap { photo in FileStatus(of: photo.input.path).map { ($0.identity, photo.input.path) } },
      uniquingKeysWith: { first, _ in first })
    var planned: [PlannedPhoto] = []
    var taken: [SystemPath] = []
    var replaced: [(output: SystemPath, input: SystemPath)] = []
    for var photo in named {
      if let shard = terms.shard, !shard.contains(photo.input.relative) { continue }
      let place = terms.folder.appending(photo.output)
      if let status = FileStatus(of: place) {
        if terms.ownPlaces?.contains(photo.output) == true, identities[status.identity] == nil {
          photo.mayReplace = true
        } else {
          if terms.existing != .skip, let input = identities[status.identity] { replaced.append((place, input)) }
          switch terms.existing {
          case .error: taken.append(place)
          case .skip: photo.action = .skip
          case .newer:
            let input = FileStatus(of: photo.input.path)
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
      case file(FileStatus.Identity)
      case missing(SystemPath)
    }
    var known: [SystemPath: Set<Known>] = [:]
    return inputs.compactMap { input in
      let (format, ext) = terms.format.choice(for: input.path)
      let output = terms.naming.output(
        of: input.relative, ext: ext, effect: terms.effect, folder: input.path.folder.name)
      let key = FileStatus(of: input.path).map { Known.file($0.identity) } ?? .missing(input.path)
      guard known[output, default: []].insert(key).inserted else { return nil }
      return PlannedPhoto(input: input, output: output, format: format, action: .make, mayReplace: false)
    }
  }

  private static func checkClashes(_ photos: [PlannedPhoto], in folder: SystemPath) throws(PlanError) {
    let byOutput = Dictionary(grouping: photos, by: \.output).filter { $0.value.count > 1 }
    guard !byOutput.isEmpty else { return }
    throw .clash(byOutput.sorted { $0.key < $1.key }.map { (folder.appending($0.key), $0.value.map(\.input.path)) })
  }
}
