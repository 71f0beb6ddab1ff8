import MatteKit
import ObjectStorage
import SystemPackage

/// Results as objects. Each records in its metadata its recipe and the version of its photo. This replaces a journal,
/// and does not depend on a worker's disk.
///
/// An object gets its name when it is complete, and only if that name is free (`If-None-Match: *`): of two workers with
/// the same result one succeeds. An object is replaced only in the version that was read (`If-Match`).
struct BucketResults: ResultStore {
  let bucket: S3Bucket
  /// Empty, or ending in a slash.
  let prefix: String
  let recipe: String
  let existing: ExistingPolicy
  let resumes: Bool
  /// The mattes that a result may have as objects beside it.
  let companions: [MatteKind]
  /// The objects that are processed, which are not replaced.
  let inputs: InputPlaces
  private let claims = OutputClaims()

  init(
    bucket: S3Bucket, prefix: String, recipe: String, existing: ExistingPolicy, resumes: Bool, companions: [MatteKind],
    inputs: InputPlaces
  ) {
    (self.bucket, self.prefix, self.recipe) = (bucket, prefix, recipe)
    (self.existing, self.resumes, self.companions, self.inputs) = (existing, resumes, companions, inputs)
  }

  func place(of relative: FilePath) -> FilePlace { .object(location(of: relative)) }

  private func location(of relative: FilePath) -> S3Location {
    S3Location(bucket: bucket.name, key: prefix + relative.description)
  }

  private func key(of relative: FilePath) throws(ResultFault) -> String {
    guard let name = String(validating: relative) else {
      throw .unnamable(output: "s3://\(bucket.name)/\(prefix)\(relative)")
    }
    return prefix + name
  }

  func examine(_ result: ResultIdentity, isPlan: Bool) throws -> ResultState {
    let key = try key(of: result.output)
    try claim(result)
    guard let found = try bucket.head(key) else { return .toMake }
    let maker = ResultMaker(found.metadata)
    let name = InputName(of: result.photo)
    let isOfRecipe = maker.recipe == recipe
    let isOfPhoto = maker.isOf(name)
    if isOfRecipe, maker.isOf(name, version: result.version) {
      return try hasMattes(maker, result) ? maker.unchanged : .toReplace(.object(found))
    }
    // The object is a result of this run, or of an earlier one, for another photo; replacing it would lose that result.
    if isOfRecipe, !isOfPhoto, existing != .skip, let other = maker.input { throw clash(result, result.output, other) }
    // A result of another photo with that name would also be lost. It is replaced only at the user's request.
    let isOwn = isOfRecipe && maker.isFromPlace(of: name)
    if resumes, isOwn { return .toReplace(.object(found)) }
    switch existing {
    case .error: throw ResultFault.exists(output: place(of: result.output).description, canResume: isOwn)
    case .skip: return .skipped
    case .overwrite: return .toReplace(.object(found))
    case .newer:
      guard let made = found.modified, let taken = result.photo.modified else { return .toReplace(.object(found)) }
      return made >= taken ? .skipped : .toReplace(.object(found))
    }
  }

  /// Claims the places of a result, and of the mattes beside it, for its photo.
  private func claim(_ result: ResultIdentity) throws(ResultFault) {
    let places = [result.output] + companions.map { MatteFileName.place(of: $0, beside: result.output) }
    for place in places {
      let location = location(of: place)
      if FilePlace.object(location) == result.photo.place || inputs.isNamed(location) {
        throw .replacesInput(location.description)
      }
      if inputs.isListed(location) { throw .amongInputs(location.description) }
    }
    guard let (place, other) = claims.claim(places, for: result.photo.place) else { return }
    throw .clash(
      input: result.photo.place.description, output: self.place(of: place).description, other: other.description)
  }

  /// Whether the result's mattes beside it exist.
  private func hasMattes(_ maker: ResultMaker, _ result: ResultIdentity) throws -> Bool {
    for kind in companions where maker.mattesBeside.contains(kind.rawValue) {
      let key = try key(of: MatteFileName.place(of: kind, beside: result.output))
      guard let found = try bucket.head(key).map({ ResultMaker($0.metadata) }), found.recipe == recipe,
        found.isOf(InputName(of: result.photo), version: result.version)
      else { return false }
    }
    return true
  }

  func write(
    _ processed: ProcessedPhoto, as result: ResultIdentity, over replaced: ReplacedResult?
  ) throws -> (isOwn: Bool, warnings: [String]) {
    var maker = ResultMaker(recipe: recipe, name: InputName(of: result.photo), version: result.version)
    let mattes = try processed.separateMattes.files(beside: result.output)
    // Checked before the first is written: all or none.
    var earlier: [FilePath: S3Object] = [:]
    if replaced != nil { for (place, _) in mattes { earlier[place] = try matte(at: place, of: result) } }
    // Written first: where the result exists they do too.
    for (place, bytes) in mattes { _ = try write(bytes, to: place, maker, result, over: earlier[place]) }
    maker.add(processed, hasMattesBeside: !companions.isEmpty)
    var found: S3Object?
    if case .object(let object) = replaced { found = object }
    let isOwn = try write(processed.data, to: result.output, maker, result, over: found)
    guard replaced != nil else { return (isOwn, []) }
    let stale = StaleMattes.kinds(of: companions, besides: processed.separateMattes.kinds)
    return (isOwn, try stale.compactMap { try remove($0, beside: result) })
  }

  /// Removes a matte of an earlier version of a photo that now has none.
  ///
  /// - Returns: a sentence about it; nil if there was none.
  private func remove(_ kind: MatteKind, beside result: ResultIdentity) throws -> String? {
    let relative = MatteFileName.place(of: kind, beside: result.output)
    let key = try key(of: relative)
    guard let found = try bucket.head(key), ResultMaker(found.metadata).isOf(InputName(of: result.photo)) else {
      return nil
    }
    try bucket.delete(key)
    return StaleMattes.warning(of: kind, at: place(of: relative).description)
  }

  func synchronize() {}

  /// The object at the place of a matte beside a result that is replaced; nil if there is none.
  ///
  /// - Throws: ``ResultFault`` if it may not be replaced.
  private func matte(at relative: FilePath, of result: ResultIdentity) throws -> S3Object? {
    guard let found = try bucket.head(key(of: relative)) else { return nil }
    let maker = ResultMaker(found.metadata)
    if maker.isOf(InputName(of: result.photo)) { return found }
    if maker.recipe == recipe, let other = maker.input { throw clash(result, relative, other) }
    guard existing == .overwrite || existing == .newer else {
      throw ResultFault.exists(output: place(of: relative).description, canResume: false)
    }
    return found
  }

  /// - Parameter replaced: the existing object, as read; nil if there is none.
  /// - Returns: whether it was made now.
  private func write(
    _ bytes: [UInt8], to relative: FilePath, _ maker: ResultMaker, _ result: ResultIdentity, over replaced: S3Object?
  ) throws -> Bool {
    let key = try key(of: relative)
    let type = MediaType.name(ofExtension: relative.extension)
    let creation =
      if let replaced {
        try bucket.replace(replaced.etag, by: bytes, as: key, type: type, metadata: maker.metadata)
      } else {
        try bucket.create(bytes, as: key, type: type, metadata: maker.metadata)
      }
    if case .made = creation { return true }
    // The object was written by another worker with the same photo, or by another program.
    let found = ResultMaker(try bucket.head(key)?.metadata ?? [:])
    let name = InputName(of: result.photo)
    if found.recipe == recipe, found.isOf(name, version: result.version) { return false }
    guard found.recipe == recipe, found.isOf(name) else {
      if let other = found.input, found.recipe == recipe { throw clash(result, relative, other) }
      let output = place(of: relative).description
      throw replaced == nil ? ResultFault.exists(output: output, canResume: false) : .changed(output: output)
    }
    throw ResultFault.exists(output: place(of: relative).description, canResume: false)
  }

  /// - Parameter other: the other photo, as metadata name it.
  private func clash(_ result: ResultIdentity, _ relative: FilePath, _ other: String) -> ResultFault {
    .clash(
      input: result.photo.place.description, output: place(of: relative).description, other: InputName.shown(other))
  }
}
