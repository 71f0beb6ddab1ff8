import FoundationEssentials
import Synchronization

/// The cameras that a user prefers (AVFoundation's `userPreferredCamera` and `systemPreferredCamera`). May be shared by
/// threads.
///
/// An app that always takes ``systemPreferredCamera`` follows what is plugged in; one that takes
/// ``userPreferredCamera`` keeps to its user's choice. Do not switch while a recording runs, but when it has ended.
///
/// ```swift
/// let preferences = CameraPreferences(search, history: folder.appending(path: "cameras.json"))
/// let camera = preferences.systemPreferredCamera
/// for await camera in preferences.changes { ... }
/// ```
public final class CameraPreferences: Sendable {
  private struct State {
    var history: CameraHistory
    /// The known devices; others have just been plugged in.
    var known: Set<ObjectIdentifier>
    /// External cameras that were plugged in since the user's choice, the last first.
    var arrivals: [CaptureDevice] = []
    var last: CaptureDevice?
  }

  let search: DiscoverySession
  private let file: URL?
  private let state: Mutex<State>
  private let broadcaster = Broadcaster<CaptureDevice?>()
  private let watching = Mutex<Task<Void, Never>?>(nil)

  /// - Parameters:
  ///   - search: the search that finds the cameras.
  ///   - file: the file that stores the history of choices, created when needed; nil to store none.
  public init(_ search: DiscoverySession, history file: URL? = nil) {
    self.search = search
    self.file = file
    let changes = search.changes
    state = Mutex(
      State(
        history: file.map(CameraHistory.init(contentsOf:)) ?? CameraHistory(),
        known: Set(search.devices.map(ObjectIdentifier.init))))
    let first = systemPreferredCamera
    state.withLock { $0.last = first }
    watching.withLock { task in
      task = Task { [weak self] in
        for await _ in changes { self?.sendChange() }
      }
    }
  }

  deinit {
    watching.withLock { $0?.cancel() }
    broadcaster.finish()
  }

  /// The camera that the user chose last among those that are connected. If there is none, a camera that delivered
  /// frames before, otherwise the first one. Nil if there is no camera.
  public var userPreferredCamera: CaptureDevice? {
    let devices = search.devices.filter(\.isConnected)
    let history = state.withLock(\.history)
    for identifier in history.chosen + history.used {
      if let device = devices.first(where: { $0.uniqueID == identifier }) { return device }
    }
    return devices.first
  }

  /// Records the user's choice of a camera.
  ///
  /// - Throws: ``CaptureError/failed(device:reason:)`` if the history cannot be written; the choice takes effect
  ///   nevertheless.
  public func setUserPreferredCamera(_ device: CaptureDevice) throws(CaptureError) {
    noteArrivals()
    let history = state.withLock { state in
      state.history.choose(device.uniqueID)
      state.arrivals = []
      return state.history
    }
    sendChange()
    if let file { try history.write(to: file) }
  }

  /// Records that a camera delivers frames, so that it is preferred to others.
  ///
  /// - Throws: ``CaptureError/failed(device:reason:)`` if the history cannot be written.
  public func noteUse(of device: CaptureDevice) throws(CaptureError) {
    let history = state.withLock { state in
      state.history.use(device.uniqueID)
      return state.history
    }
    if let file { try history.write(to: file) }
  }

  /// The best camera now: an external one that was plugged in after the user's last choice, else the user's choice,
  /// else a front camera, else the first that is found. Nil if there is no camera.
  public var systemPreferredCamera: CaptureDevice? {
    noteArrivals()
    let devices = search.devices.filter(\.isConnected)
    let (arrivals, history) = state.withLock { ($0.arrivals, $0.history) }
    if let arrival = arrivals.first(where: { arrival in devices.contains { $0 === arrival } }) { return arrival }
    for identifier in history.chosen {
      if let device = devices.first(where: { $0.uniqueID == identifier }) { return device }
    }
    return devices.first { $0.position == .front } ?? userPreferredCamera
  }

  /// Changes of ``systemPreferredCamera``, beginning with the next. Each caller has a sequence of its own.
  public var changes: AsyncStream<CaptureDevice?> { broadcaster.stream() }

  private func noteArrivals() {
    let devices = search.devices
    state.withLock { state in
      for device in devices where state.known.insert(ObjectIdentifier(device)).inserted {
        if device.deviceType == .external { state.arrivals.insert(device, at: 0) }
      }
      // A camera that is plugged in again is a new object, perhaps at the same address.
      state.known.formIntersection(devices.map(ObjectIdentifier.init))
      state.arrivals.removeAll { !$0.isConnected }
    }
  }

  private func sendChange() {
    let now = systemPreferredCamera
    let isOther = state.withLock { state in
      defer { state.last = now }
      return state.last !== now
    }
    if isOther { broadcaster.send(now) }
  }
}
