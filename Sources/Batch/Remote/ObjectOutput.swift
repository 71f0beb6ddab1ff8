import MatteKit
import ObjectStorage
import Synchronization
import SystemPackage

/// The place of an object that is to be written. Only what was there when it was looked at is replaced, so that nobody's
/// work is lost who writes meanwhile. May be shared by threads.
package final class ObjectOutput: Sendable {
  private enum Seen {
    case unknown
    /// Nil for none.
    case found(S3Object?)
  }

  /// Why an object is not written that is not the one any more that was looked at.
  package static let changedConcurrently = "it was changed or removed by somebody else meanwhile; try again"

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

  /// Looks for an object at the place; nil if there is none. From then on only this version may be replaced.
  @discardableResult package func refreshVersion() throws(S3Error) -> S3Object? {
    let found = try bucket.head(location.key)
    seen.withLock { $0 = .found(found) }
    return found
  }

  /// Writes the object, whole or not at all.
  ///
  /// - Parameter overwriting: whether what was there when it was looked at is replaced; where nobody has looked, what is
  ///   there now.
  /// - Throws: ``S3Error/exists(place:)`` if an object is there and may not be replaced, `unwritable` if it is another one
  ///   by now, and other errors of the store.
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

  /// A store that does not know conditions lets the last one win.
  private func createOrPut(_ bytes: [UInt8], type: String) throws(S3Error) -> S3Bucket.Creation {
    do throws(S3Error) {
      return try bucket.create(bytes, as: location.key, type: type)
    } catch .refused(_, status: 501, _, _) {
      return .made(etag: try bucket.put(bytes, as: location.key, type: type))
    }
  }
}
