import MatteKit
import ObjectStorage
import Synchronization
import SystemPackage

/// The place of an object to write. Only the version that was read is replaced, so that concurrent writes are not lost.
/// May be shared by threads.
package final class ObjectOutput: Sendable {
  private enum Seen {
    case unknown
    /// Nil for none.
    case found(S3Object?)
  }

  /// Why an object is not written: it is not the version that was read.
  package static let changedConcurrently = "another program changed or removed it in the meantime; try again"

  package let location: S3Location
  private let remote: RemoteFiles
  private let seen = Mutex(Seen.unknown)

  package init(_ location: S3Location, _ remote: RemoteFiles) { (self.location, self.remote) = (location, remote) }

  /// The bucket that it lies in.
  ///
  /// - Throws: the errors of ``RemoteFiles/bucket(_:)``.
  package var bucket: S3Bucket { get throws(S3Error) { try remote.bucket(location.bucket) } }

  /// Another object, in the same store.
  package func sibling(_ location: S3Location) -> ObjectOutput { ObjectOutput(location, remote) }

  /// Reads the version of the object at the place; nil if there is none. From then on only this version may be
  /// replaced.
  @discardableResult package func refreshVersion() throws(S3Error) -> S3Object? {
    let found = try bucket.head(location.key)
    seen.withLock { $0 = .found(found) }
    return found
  }

  /// Writes the object, completely or not at all.
  ///
  /// - Parameter overwriting: whether the version that was read is replaced; if none was read, the current one.
  /// - Throws: ``S3Error/exists(place:)`` if an object exists and may not be replaced, `unwritable` if its version has
  ///   changed, and other errors of the store.
  package func write(_ bytes: [UInt8], overwriting: Bool) throws {
    let type = MediaType.name(ofExtension: FilePlace.object(location).name.extension)
    guard overwriting else {
      if case .exists = try bucket.create(bytes, as: location.key, type: type) {
        throw S3Error.exists(place: location.description)
      }
      return
    }
    let replaced: S3Object? = if case .found(let found) = seen.withLock({ $0 }) { found } else { try refreshVersion() }
    let creation =
      if let replaced {
        try bucket.replace(replaced.etag, by: bytes, as: location.key, type: type)
      } else {
        try createOrPut(bytes, type: type)
      }
    guard case .exists = creation else { return }
    throw PhotoFileError.unwritable(file: location.description, reason: Self.changedConcurrently)
  }

  /// In a store without conditional writes the last one wins.
  private func createOrPut(_ bytes: [UInt8], type: String) throws(S3Error) -> S3Bucket.Creation {
    do throws(S3Error) {
      return try bucket.create(bytes, as: location.key, type: type)
    } catch .refused(_, status: 501, _, _) {
      return .made(etag: try bucket.put(bytes, as: location.key, type: type))
    }
  }
}
