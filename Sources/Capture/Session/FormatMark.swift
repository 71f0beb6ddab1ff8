import Synchronization

/// Whether a device was given a format of its own since a session's preset was chosen. May be shared by threads.
final class FormatMark: Sendable {
  private let state = Mutex(false)
  var isSet: Bool { state.withLock { $0 } }
  func set(_ value: Bool) { state.withLock { $0 = value } }
}
