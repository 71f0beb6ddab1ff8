import MatteKit
import ObjectStorage
import SystemPackage

/// The place of a file: on a disk, in object storage, or on the web.
package enum FilePlace: Sendable, Hashable, CustomStringConvertible {
  case path(FilePath)
  /// `s3://bucket/key`.
  case object(S3Location)
  /// `https://host/path`, which is only read.
  case web(WebAddress)

  /// Parses a user's argument.
  ///
  /// - Parameters:
  ///   - text: a path or an address.
  ///   - path: the argument as a path, to the byte; nil for the string's own bytes.
  /// - Throws: ``S3Error/badLocation(_:reason:)``, ``WebError/badAddress(_:reason:)``.
  package init(_ text: String, path: FilePath? = nil) throws {
    if Self.isObject(text) {
      self = .object(try S3Location(text))
    } else if WebAddress.isOne(text) {
      self = .web(try WebAddress(text))
    } else {
      self = .path(path ?? FilePath(bytes: text.utf8))
    }
  }

  package static func isObject(_ text: String) -> Bool { text.hasPrefix("s3://") }

  /// Whether a string does not name a file on a disk.
  package static func isRemote(_ text: String) -> Bool { isObject(text) || WebAddress.isOne(text) }

  package var isRemote: Bool {
    if case .path = self { return false }
    return true
  }

  /// The place in messages and reports: a path as ``FilePath/shown``, a web address without its query.
  package var description: String {
    switch self {
    case .path(let path): path.shown
    case .object(let location): location.description
    case .web(let address): address.withoutQuery
    }
  }

  /// The string by which messages show an argument that may be a place.
  package static func shown(_ argument: String) -> String {
    WebAddress.isOne(argument) ? WebAddress.withoutQuery(argument) : argument
  }

  /// Its path within its container, for names and extensions.
  package var name: FilePath {
    switch self {
    case .path(let path): path
    case .object(let location): FilePath(bytes: location.key.utf8)
    case .web(let address): FilePath(bytes: address.path.utf8)
    }
  }

  /// A place beside it.
  ///
  /// - Parameter name: the name of the last component; bytes of an object's key that are not UTF-8 are replaced.
  package func sibling(named name: FilePath) -> FilePlace {
    switch self {
    case .path(let path): return .path(path.removingLastComponent().appending(name))
    case .object(let location):
      let folder = location.key.utf8.lastIndex(of: UInt8(ascii: "/")).map { location.key[...$0] } ?? ""
      return .object(S3Location(bucket: location.bucket, key: folder + name.string))
    case .web: return self
    }
  }

  /// The strings by which a report names the place: its description, and for a path that is not UTF-8 also its bytes,
  /// percent-encoded and in Base64.
  var inReport: (description: String, bytes: String?, base64: String?) {
    guard case .path(let path) = self, !path.isText else { return (description, nil, nil) }
    return (description, path.percentEncoded, path.base64Encoded)
  }
}
