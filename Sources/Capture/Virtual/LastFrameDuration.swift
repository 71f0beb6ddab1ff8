import Imaging
import Synchronization

/// The duration of the last frame of a movie, known once that frame has come. May be shared by threads.
final class LastFrameDuration: Sendable {
  private let duration = Mutex<MediaTime?>(nil)

  /// Nil before the last frame, and if the movie does not state it.
  var value: MediaTime? { duration.withLock(\.self) }

  func set(_ value: MediaTime?) { duration.withLock { $0 = value } }
}
