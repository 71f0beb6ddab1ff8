import FoundationEssentials
import MatteKit
import ObjectStorage
import Synchronization

/// Reads and writes remote files, with settings that are read at the first use. May be shared by threads.
package final class RemoteFiles: Sendable {
  /// The settings for object storage and the web.
  package struct Settings: Sendable, Hashable {
    /// The endpoint of a store other than AWS; nil for that of the environment.
    package var endpoint: String?
    /// Whether requests to stores are signed.
    package var isSigned = true
    package var web = WebLimits()
    /// Number of attempts for requests to object storage; nil for the environment's.
    package var retries: RetryPolicy?

    package init() {}
  }

  package let settings: Settings
  private let environment: [String: String]
  private let store = Mutex<S3Bucket?>(nil)
  private let web: WebClient

  package init(
    _ settings: Settings = Settings(), environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.settings = settings
    self.environment = environment
    web = WebClient(settings.web)
  }

  /// A bucket; all buckets share the connections.
  ///
  /// - Throws: invalid settings, and missing credentials.
  package func bucket(_ name: String) throws(S3Error) -> S3Bucket {
    try store.withLock { store throws(S3Error) in
      let known: S3Bucket
      if let store {
        known = store
      } else {
        var configuration = try S3Configuration(
          environment: environment, endpoint: settings.endpoint, isSigned: settings.isSigned)
        configuration.retries = settings.retries ?? configuration.retries
        known = S3Bucket(name, configuration)
      }
      store = known
      return known.sibling(name)
    }
  }

  /// The bytes of a photo of a known format. On a disk only regular files are read, because a pipe may block for ever.
  ///
  /// - Throws: `PhotoFileError`, ``S3Error``, ``WebError``.
  package func photoBytes(of place: FilePlace) throws -> [UInt8] {
    let bytes: [UInt8]
    switch place {
    case .path(let path): return try PhotoBytes.readRegular(path)
    case .object(let location): bytes = try object(location).bytes
    case .web(let address): bytes = try web.bytes(of: address)
    }
    guard PhotoFormat(signature: bytes) != nil else { throw PhotoFileError.unknownFormat(file: place.description) }
    return bytes
  }

  /// The bytes of a photo as ``PhotoSummary`` and ``SensitiveContent`` need them: for HEIF and AVIF with zeros in place
  /// of the pictures, which are not read if the server supports range requests.
  ///
  /// - Throws: as ``photoBytes(of:)``.
  package func structureBytes(of place: FilePlace) throws -> [UInt8] {
    let named = PhotoFormat(pathExtension: place.name.extension ?? "")
    guard named == nil || named == .heic || named == .avif else { return try photoBytes(of: place) }
    let limit = settings.web.maximumBytes
    let structure: RemoteStructure
    switch place {
    case .path: return try photoBytes(of: place)
    case .object(let location):
      guard !location.key.isEmpty, !location.key.hasSuffix("/") else { return try photoBytes(of: place) }
      let bucket = try bucket(location.bucket)
      structure = RemoteStructure(maximumBytes: limit) { range, version in
        try bucket.part(location.key, range, of: version, atMost: limit)
      }
    case .web(let address):
      structure = RemoteStructure(maximumBytes: limit) { [web] range, _ in try web.part(range, of: address) }
    }
    guard let bytes = try structure.bytes() else { return try photoBytes(of: place) }
    guard PhotoFormat(signature: bytes) != nil else { throw PhotoFileError.unknownFormat(file: place.description) }
    return bytes
  }

  /// Whether a file is a GIF of several frames; only its beginning is read if the server supports range requests and
  /// that is enough.
  ///
  /// - Throws: as ``photoBytes(of:)``.
  package func isAnimation(_ place: FilePlace) throws -> Bool {
    let (range, limit) = (0..<1 << 16, settings.web.maximumBytes)
    let start: FilePart?
    switch place {
    case .path(let path): return MediaKind(of: path) == .movie && MediaKind(of: path, isPhotoWanted: true) == .photo
    case .object(let location) where location.key.isEmpty || location.key.hasSuffix("/"): start = nil
    case .object(let location): start = try bucket(location.bucket).part(location.key, range, atMost: limit)
    case .web(let address): start = try web.part(range, of: address)
    }
    if let start, start.start == 0 {
      guard PhotoFormat(signature: start.bytes) == .gif else { return false }
      if let areSeveral = GIFFrames.areSeveral(in: start.bytes) { return areSeveral }
    }
    let bytes = try photoBytes(of: place)
    return PhotoFormat(signature: bytes) == .gif && GIFFrames.areSeveral(in: bytes) == true
  }

  /// An object with its content, up to a maximum number of bytes.
  package func object(_ location: S3Location) throws(S3Error) -> (object: S3Object, bytes: [UInt8]) {
    guard !location.key.isEmpty, !location.key.hasSuffix("/") else {
      throw .badLocation(location.description, reason: "it names a prefix, not an object")
    }
    return try bucket(location.bucket).get(location.key, atMost: settings.web.maximumBytes)
  }

  /// The properties of a file that are known without reading it.
  package struct Status: Sendable {
    /// The identity of a file on a disk, whatever its name; nil for others.
    package var identity: FileIdentity?
    /// When it was last changed, in nanoseconds since 1970; nil if unknown.
    package var modified: Int?

    /// Nil if there is no file.
    package init?(of path: FilePath) {
      guard let status = try? path.stat() else { return nil }
      (identity, modified) = (status.identity, status.modified)
    }

    package init(of object: S3Object) { modified = object.modified.map { $0 * 1_000_000_000 } }
  }

  /// Nil if there is no file, or its properties are unknown, as on the web.
  package func status(of place: FilePlace) throws(S3Error) -> Status? {
    switch place {
    case .path(let path): Status(of: path)
    case .object(let location): try bucket(location.bucket).head(location.key).map(Status.init)
    case .web: nil
    }
  }
}
