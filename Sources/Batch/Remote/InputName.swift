import Checksums
import MatteKit
import ObjectStorage
import SystemPackage

/// The name of a result's photo in metadata that others may read: digests, which reveal no names of folders, and no
/// signature that an address holds.
struct InputName {
  private static let prefix = "sha256:"
  private let photo: ListedPhoto

  init(of photo: ListedPhoto) { self.photo = photo }

  /// The same wherever and however often a run is repeated: of an object its address, of the web the address without query,
  /// of a file its place in the tree.
  var text: String {
    switch photo.place {
    case .path: Self.prefix + "\(SHA256(Array("tree:".utf8) + photo.relative.bytes))"
    case .object, .web: Self.prefix + "\(SHA256(Array(photo.place.description.utf8)))"
    }
  }

  /// The whole address or path; of the web without what signs the address, which is another one each time. Of photos of one
  /// ``text`` it tells one that was changed from another one.
  var source: String {
    switch photo.place {
    case .path(let path): FileSource.digest(of: path)
    case .object(let location): FileSource.digest(of: location.description)
    case .web(let address): FileSource.digest(of: address.withoutSignature)
    }
  }

  /// Whether a result names this photo.
  ///
  /// - Parameter other: what its metadata have as ``text``, also by earlier versions: there it was the address or path.
  func isNamed(by other: String) -> Bool {
    if other == text || other == Self.earlierDigest(of: address) { return true }
    guard !other.hasPrefix(Self.prefix), let place = PercentEncoding.decoded(other) else { return false }
    switch photo.place {
    case .path: return FilePath(bytes: place.utf8).names.suffix(photo.relative.names.count) == photo.relative.names[...]
    case .object: return place == photo.place.description
    case .web: return WebAddress.withoutQuery(place) == photo.place.description
    }
  }

  /// Whether a result that names this photo may be of another one: a query alone tells addresses of the web apart.
  ///
  /// - Parameter source: what its metadata have as ``source``; nil of earlier versions.
  func mayBeAnother(source: String?) -> Bool {
    guard case .web = photo.place, let source else { return false }
    return !isSource(source)
  }

  /// Whether a result comes from exactly this place, and not from another photo of that name.
  ///
  /// - Parameters:
  ///   - other: what its metadata have as ``text``.
  ///   - source: what they have as ``source``; nil of earlier versions.
  func isFrom(_ other: String, source: String?) -> Bool {
    if let source { return isSource(source) }
    return other == Self.earlierDigest(of: address) || PercentEncoding.decoded(other) == address
  }

  /// - Parameter other: what metadata have as ``source``; of earlier versions of an address with what signs it.
  private func isSource(_ other: String) -> Bool { other == source || other == FileSource.digest(of: address) }

  /// The name in messages of another photo that a result names.
  static func shown(_ other: String) -> String {
    guard !other.hasPrefix(prefix), let place = PercentEncoding.decoded(other) else { return "another photo" }
    return FilePlace.shown(place)
  }

  private var address: String {
    if case .web(let address) = photo.place { return address.description }
    return photo.place.description
  }

  /// The digest that stands for an address too long for metadata.
  private static func earlierDigest(of address: String) -> String { prefix + "\(SHA256(Array(address.utf8)))" }
}
