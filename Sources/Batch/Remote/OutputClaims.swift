import Synchronization
import SystemPackage

/// Which photo of a run each output is of. May be shared by threads.
///
/// It keeps hashes alone, 16 bytes a photo, as lists have millions of them.
final class OutputClaims: Sendable {
  private let photos = Mutex<[Int: Int]>([:])

  /// - Returns: false if the output is of another photo.
  func claim(_ output: FilePath, for photo: FilePlace) -> Bool {
    let hash = photo.hashValue
    return photos.withLock { photos in
      let owner = photos[output.hashValue, default: hash]
      photos[output.hashValue] = owner
      return owner == hash
    }
  }
}
