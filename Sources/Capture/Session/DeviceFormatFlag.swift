import Synchronization

/// Whether a device was given a format by its user since the session's preset was chosen. May be shared by threads.
///
/// A device notifies its observers on any thread, and the session must know immediately.
final class DeviceFormatFlag: Sendable {
  private let state = Mutex(false)
  var isSet: Bool { state.withLock { $0 } }
  func set(_ value: Bool) { state.withLock { $0 = value } }
}
