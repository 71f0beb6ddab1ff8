import Synchronization
import SystemPackage

/// Which photo of a run each place is of. May be shared by threads.
///
/// It keeps a hash a place, and the photos' names, for the message: a fraction of what the journal's record of a result takes.
final class OutputClaims: Sendable {
  private let photos = Mutex<[Int: FilePlace]>([:])

  /// Claims places for a photo: all, or none if one of them is another photo's.
  ///
  /// - Returns: the first place that is another photo's, with that photo; nil where there is none.
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
