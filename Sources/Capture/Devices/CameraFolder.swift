import FoundationEssentials
import Synchronization

/// The cameras whose files are in a folder: `/dev` or a substitute. May be shared by threads.
final class CameraFolder: Sendable {
  private struct State {
    var devices: [String: CaptureDevice] = [:]
    var inaccessible: [String: CaptureError] = [:]
    /// Files that were opened and are not cameras, such as the metadata node of a webcam, and those that failed.
    /// Closing a file again is an event of the folder's watcher, which would open it for ever.
    var refused: [String: NodeVersion] = [:]
  }

  private let folder: String
  private let calls: SystemCalls
  private let state = Mutex(State())

  init(_ folder: String, calls: SystemCalls) {
    self.folder = folder
    self.calls = calls
  }

  var devices: [CaptureDevice] {
    state.withLock { state in state.devices.keys.sorted(by: Self.isBefore).compactMap { state.devices[$0] } }
  }

  var inaccessibleDevices: [DiscoverySession.InaccessibleDevice] {
    state.withLock { state in
      state.inaccessible.keys.sorted(by: Self.isBefore).compactMap { name in
        state.inaccessible[name].map { DiscoverySession.InaccessibleDevice(path: "\(folder)/\(name)", error: $0) }
      }
    }
  }

  /// Checks all files. A folder that cannot be read has no cameras.
  func scan() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] { _ = add(name) }
  }

  /// Checks a file that appeared or changed.
  func add(_ name: String) -> [DiscoverySession.Change] {
    guard name.hasPrefix("video") else { return [] }
    let (known, refused) = state.withLock { ($0.devices[name], $0.refused[name]) }
    guard known?.isConnected != true else { return [] }
    let path = "\(folder)/\(name)"
    // Read before the check, so that a change during the check leads to another one.
    let version = NodeVersion(path)
    guard version == nil || version != refused else { return [] }
    do throws(CaptureError) {
      guard let device = try CaptureDevice.camera(path: path, uniqueID: stableName(of: name), calls: calls) else {
        state.withLock { $0.refused[name] = version }
        return []
      }
      state.withLock { state in
        state.devices[name] = device
        state.inaccessible[name] = nil
        state.refused[name] = nil
      }
      return [.connected(device)]
    } catch {
      state.withLock { state in
        // A file that is not a camera is not reported as inaccessible.
        if case .notAuthorized = error { state.inaccessible[name] = error }
        // The program that uses it closes it later, and the file has no other change then.
        if case .inUse = error { return }
        state.refused[name] = version
      }
      return []
    }
  }

  /// Takes out a file that went.
  func remove(_ name: String) -> [DiscoverySession.Change] {
    let device = state.withLock { state in
      state.inaccessible[name] = nil
      state.refused[name] = nil
      return state.devices.removeValue(forKey: name)
    }
    guard let device else { return [] }
    device.disconnect()
    return [.disconnected(device)]
  }

  /// The name that udev derives from the hardware's description; nil if there is none.
  private func stableName(of name: String) -> String? {
    let links = "\(folder)/v4l/by-id"
    return ((try? FileManager.default.contentsOfDirectory(atPath: links)) ?? []).sorted().first { link in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(links)/\(link)")
      return target?.split(separator: "/").last.map(String.init) == name
    }
  }

  /// `video2` before `video10`.
  private static func isBefore(_ first: String, _ second: String) -> Bool {
    (first.utf8.count, first) < (second.utf8.count, second)
  }
}
