import FoundationEssentials
import MatteKit
import ObjectStorage
import Synchronization

/// Reads and writes files that lie on no disk, by settings that are looked for when the first of them is named. May be
/// shared by threads.
package final class RemoteFiles: Sendable {
  /// How stores of objects and the web are reached.
  package struct Settings: Sendable, Hashable {
    /// The address of a store that is not AWS's; nil for that of the environment.
    package var endpoint: String?
    /// Whether requests to stores are signed.
    package var isSigned = true
    package var web = WebLimits()

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

  /// A bucket, all of them over the same connections.
  ///
  /// - Throws: what is wrong with the settings, and that there are no credentials.
  package func bucket(_ name: String) throws(S3Error) -> S3Bucket {
    try store.withLock { store throws(S3Error) in
      let known: S3Bucket
      if let store {
        known = store
      } else {
        known = S3Bucket(
          name,
          try S3Configuration(
            environment: environment, endpoint: settings.endpoint, isSigned: settings.isSigned))
      }
      store = known
      return known.sibling(name)
    }
  }

  /// The bytes of a photo, in a format that is known.
  ///
  /// - Throws: `PhotoFileError`, ``S3Error``, ``WebError``.
  package func photoBytes(of place: FilePlace) throws -> [UInt8] {
    let bytes: [UInt8]
    switch place {
    case .path(let path): return try PhotoBytes.read(path)
    case .object(let location): bytes = try object(location).bytes
    case .web(let address): bytes = try web.bytes(of: address)
    }
    guard PhotoFormat(signature: bytes) != nil else { throw PhotoFileError.unknownFormat(file: place.description) }
    return bytes
  }

  /// An object with its content, up to the most bytes that are allowed.
  package func object(_ location: S3Location) throws(S3Error) -> (object: S3Object, bytes: [UInt8]) {
    guard !location.key.isEmpty, !location.key.hasSuffix("/") else {
      throw .badLocation(location.description, reason: "it names no object, but all whose names begin so")
    }
    return try bucket(location.bucket).get(location.key, atMost: settings.web.maximumBytes)
  }

  /// Whether there is an object of that name.
  package func exists(_ location: S3Location) throws(S3Error) -> Bool {
    try bucket(location.bucket).head(location.key) != nil
  }

  /// Makes an object, whole or not at all.
  ///
  /// - Throws: ``S3Error/exists(place:)`` if it is there and may not be replaced.
  package func write(_ bytes: [UInt8], to location: S3Location, overwriting: Bool) throws(S3Error) {
    let bucket = try bucket(location.bucket)
    let type = MediaType.name(ofExtension: FilePlace.object(location).name.extension)
    if overwriting {
      try bucket.put(bytes, as: location.key, type: type)
      return
    }
    // One that is there after a try whose answer was lost is that try's, unless its content is another's.
    switch try bucket.create(bytes, as: location.key, type: type) {
    case .made: return
    case .existsAfterRetry where try bucket.get(location.key, atMost: bytes.count).bytes == bytes: return
    case .exists, .existsAfterRetry: throw .exists(place: location.description)
    }
  }
}
