import Synchronization
import SystemPackage

/// The photo to which each place of a run belongs. May be shared by threads.
///
/// It keeps a hash for each place, and the photos' names for the message: a fraction of the journal's record of a
/// result.
final class OutputClaims: Sendable {
  private let photos = Mutex<[Int: FilePlace]>([:])

  /// Claims places for a photo: all, or none if one of them belongs to another photo.
  ///
  /// - Returns: the first place of another photo, with that photo; nil if there is none.
  func claim(_ places: [FilePath], for photo: FilePlace) -> (place: FilePath, other: FilePlace)? {
    photos.withLock { photos in
      for place in places {
        if let other = photos[place.hashValue], other != photo { return (place, other) }
      }
      for place in places { photos[place.hashValue] = photo }
      return nil
    }
  }
}
