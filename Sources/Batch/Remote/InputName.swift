import Checksums
import MatteKit
import ObjectStorage
import SystemPackage

/// The name of a result's photo in its public metadata: digests, which reveal neither names of folders nor the
/// signature in an address.
struct InputName {
  private static let prefix = "sha256:"
  private let photo: ListedPhoto

  init(of photo: ListedPhoto) { self.photo = photo }

  /// It is the same for every run: an object's address, a web address without query, a file's path in the tree.
  var text: String {
    switch photo.place {
    case .path: Self.prefix + "\(SHA256(Array("tree:".utf8) + photo.relative.bytes))"
    case .object, .web: Self.prefix + "\(SHA256(Array(photo.place.description.utf8)))"
    }
  }

  /// The whole address or path; for the web without the signature, which changes each time. It distinguishes a changed
  /// photo from another photo of the same ``text``.
  var source: String {
    switch photo.place {
    case .path(let path): FileSource.digest(of: path)
    case .object(let location): FileSource.digest(of: location.description)
    case .web(let address): FileSource.digest(of: address.withoutSignature)
    }
  }

  /// Whether a result names this photo.
  ///
  /// - Parameter other: the metadata's ``text``, also of earlier versions: there it was the address or path.
  func isNamed(by other: String) -> Bool {
    if other == text || other == Self.earlierDigest(of: address) { return true }
    guard !other.hasPrefix(Self.prefix), let place = PercentEncoding.decoded(other) else { return false }
    switch photo.place {
    case .path: return FilePath(bytes: place.utf8).names.suffix(photo.relative.names.count) == photo.relative.names[...]
    case .object: return place == photo.place.description
    case .web: return WebAddress.withoutQuery(place) == photo.place.description
    }
  }

  /// Whether a result that names this photo may be of another one: web addresses may differ in their query alone.
  ///
  /// - Parameter source: the metadata's ``source``; nil for earlier versions.
  func mayBeAnother(source: String?) -> Bool {
    guard case .web = photo.place, let source else { return false }
    return !isSource(source)
  }

  /// Whether a result is from exactly this place, and not from another photo of that name.
  ///
  /// - Parameters:
  ///   - other: the metadata's ``text``.
  ///   - source: the metadata's ``source``; nil for earlier versions.
  func isFrom(_ other: String, source: String?) -> Bool {
    if let source { return isSource(source) }
    return other == Self.earlierDigest(of: address) || PercentEncoding.decoded(other) == address
  }

  /// - Parameter other: the metadata's ``source``; in earlier versions that of an address with its signature.
  private func isSource(_ other: String) -> Bool { other == source || other == FileSource.digest(of: address) }

  /// The name of another photo in messages, from a result's metadata.
  static func shown(_ other: String) -> String {
    guard !other.hasPrefix(prefix), let place = PercentEncoding.decoded(other) else { return "another photo" }
    return FilePlace.shown(place)
  }

  private var address: String {
    if case .web(let address) = photo.place { return address.description }
    return photo.place.description
  }

  /// The digest for an address too long for metadata.
  private static func earlierDigest(of address: String) -> String { prefix + "\(SHA256(Array(address.utf8)))" }
}
