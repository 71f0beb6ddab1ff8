import Checksums
import MatteKit
import ObjectStorage
import SystemPackage

/// Results as objects. Each carries in its metadata by which recipe it was made, and of which version of which photo: that
/// takes the place of a journal, and lasts longer than the disk of whoever made it.
///
/// An object gets its name when all of it is there, and only if nobody else had that name (`If-None-Match: *`), so that of
/// two that make the same result one is kept.
struct BucketResults: ResultStore {
  let bucket: S3Bucket
  /// Empty, or ending in a slash.
  let prefix: String
  let recipe: String
  let existing: ExistingPolicy
  let resumes: Bool
  /// The mattes that a result may have as objects beside it.
  let companions: [MatteKind]

  private enum Field {
    static let recipe = "mattekit-recipe"
    static let input = "mattekit-input"
    static let version = "mattekit-input-version"
    static let faces = "mattekit-faces"
    static let mattes = "mattekit-mattes"
  }

  func place(of relative: FilePath) -> FilePlace {
    .object(S3Location(bucket: bucket.name, key: prefix + relative.description))
  }

  private func key(of relative: FilePath) throws(ResultFault) -> String {
    guard let name = String(validating: relative) else {
      throw .unnamable(output: "s3://\(bucket.name)/\(prefix)\(relative)")
    }
    return prefix + name
  }

  func examine(_ result: ResultIdentity, isPlan: Bool) throws -> ResultState {
    let key = try key(of: result.output)
    let place = place(of: result.output)
    guard place != result.photo.place else { throw ResultFault.replacesInput(result.photo.place.description) }
    guard let found = try bucket.head(key) else { return .toMake }
    let isOfPhoto = found.metadata[Field.input] == Self.name(of: result.photo.place)
    let isOfRecipe = found.metadata[Field.recipe] == recipe
    if isOfRecipe, isOfPhoto, found.metadata[Field.version] == result.version { return Self.unchanged(found) }
    // Of the same run, or of one before it: to replace it would lose it.
    if isOfRecipe, !isOfPhoto, existing != .skip, let other = found.metadata[Field.input] {
      throw ResultFault.clash(
        input: result.photo.place.description, output: place.description, other: Self.shown(other))
    }
    if resumes, isOfRecipe, isOfPhoto { return .toReplace }
    switch existing {
    case .error: throw ResultFault.exists(output: place.description)
    case .skip: return .skipped
    case .overwrite: return .toReplace
    case .newer:
      guard let made = found.modified, let taken = result.photo.modified else { return .toReplace }
      return made >= taken ? .skipped : .toReplace
    }
  }

  func write(
    _ processed: ProcessedPhoto, as result: ResultIdentity, replaces: Bool
  ) throws -> (isOwn: Bool, warnings: [String]) {
    var metadata = [
      Field.recipe: recipe, Field.input: Self.name(of: result.photo.place), Field.version: result.version,
    ]
    let mattes = try processed.separateMattes.files(beside: result.output)
    // To replace another photo's would lose it.
    if replaces { for (place, _) in mattes { try checkIsNoOther(place, metadata, result) } }
    // First, so that where the result is they are too.
    for (place, bytes) in mattes {
      _ = try write(bytes, to: place, metadata, result, replaces: replaces)
    }
    metadata[Field.faces] = "\(processed.faces.count)"
    metadata[Field.mattes] = processed.mattes.map(\.rawValue).joined(separator: ",")
    let isOwn = try write(processed.bytes, to: result.output, metadata, result, replaces: replaces)
    guard replaces else { return (isOwn, []) }
    let stale = StaleMattes.kinds(of: companions, besides: processed.separateMattes.kinds)
    return (isOwn, try stale.compactMap { try remove($0, beside: result) })
  }

  /// Removes a matte that was made of an earlier version of a photo, which has none now.
  ///
  /// - Returns: a sentence about it; nil if there was none.
  private func remove(_ kind: MatteKind, beside result: ResultIdentity) throws -> String? {
    let relative = MatteFileName.place(of: kind, beside: result.output)
    let key = try key(of: relative)
    guard let found = try bucket.head(key)?.metadata, found[Field.input] == Self.name(of: result.photo.place) else {
      return nil
    }
    try bucket.delete(key)
    return StaleMattes.warning(of: kind, at: place(of: relative).description)
  }

  func synchronize() {}

  /// - Throws: ``ResultFault/clash(input:output:other:)`` if a place holds a file of another photo by the same recipe.
  private func checkIsNoOther(_ relative: FilePath, _ metadata: [String: String], _ result: ResultIdentity) throws {
    guard let found = try bucket.head(key(of: relative))?.metadata, found[Field.recipe] == recipe,
      let other = found[Field.input], other != metadata[Field.input]
    else { return }
    throw ResultFault.clash(
      input: result.photo.place.description, output: place(of: relative).description, other: Self.shown(other))
  }

  /// - Returns: whether it was made now.
  private func write(
    _ bytes: [UInt8], to relative: FilePath, _ metadata: [String: String], _ result: ResultIdentity, replaces: Bool
  ) throws -> Bool {
    let key = try key(of: relative)
    let type = MediaType.name(ofExtension: relative.extension)
    if replaces {
      try bucket.put(bytes, as: key, type: type, metadata: metadata)
      return true
    }
    if case .made = try bucket.create(bytes, as: key, type: type, metadata: metadata) { return true }
    // By another worker that had the same photo, or by somebody else.
    let found = try bucket.head(key)?.metadata ?? [:]
    guard found[Field.recipe] == recipe, found[Field.input] == metadata[Field.input] else {
      let output = place(of: relative).description
      guard let other = found[Field.input] else { throw ResultFault.exists(output: output) }
      throw ResultFault.clash(input: result.photo.place.description, output: output, other: Self.shown(other))
    }
    guard found[Field.version] == result.version else {
      throw ResultFault.exists(output: place(of: relative).description)
    }
    return false
  }

  private static func unchanged(_ object: S3Object) -> ResultState {
    .unchanged(
      faceCount: object.metadata[Field.faces].flatMap(Int.init),
      mattes: object.metadata[Field.mattes]?.split(separator: ",").map(String.init) ?? [], warnings: [])
  }

  /// A photo's place as metadata hold it: ASCII, and no more than they have room for.
  private static func name(of place: FilePlace) -> String {
    let name = PercentEncoding.encoded(place.description, keepingSlashes: true)
    return name.utf8.count <= 1024 ? name : "sha256:\(SHA256(Array(place.description.utf8)))"
  }

  private static func shown(_ name: String) -> String {
    PercentEncoding.decoded(name) ?? name
  }
}
