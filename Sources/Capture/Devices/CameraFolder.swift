import FoundationEssentials
import Synchronization

/// The cameras whose files are in a folder: `/dev`, or one that stands in for it. May be shared by threads.
final class CameraFolder: Sendable {
  private struct State {
    var devices: [String: CaptureDevice] = [:]
    var inaccessible: [String: CaptureError] = [:]
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

  /// Looks at all files.
  func scan() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] { _ = add(name) }
  }

  /// Looks at a file that came or changed.
  func add(_ name: String) -> [DiscoverySession.Change] {
    guard name.hasPrefix("video") else { return [] }
    let known = state.withLock { $0.devices[name] }
    guard known?.isConnected != true else { return [] }
    do throws(CaptureError) {
      let path = "\(folder)/\(name)"
      guard let device = try CaptureDevice.camera(path: path, uniqueID: stableName(of: name), calls: calls) else {
        return []
      }
      state.withLock { state in
        state.devices[name] = device
        state.inaccessible[name] = nil
      }
      return [.connected(device)]
    } catch {
      // A file that is no camera is none that cannot be opened.
      if case .notAuthorized = error { state.withLock { $0.inaccessible[name] = error } }
      return []
    }
  }

  /// Takes out a file that went.
  func remove(_ name: String) -> [DiscoverySession.Change] {
    let device = state.withLock { state in
      state.inaccessible[name] = nil
      return state.devices.removeValue(forKey: name)
    }
    guard let device else { return [] }
    device.disconnect()
    return [.disconnected(device)]
  }

  /// The name that udev makes of what the hardware says of itself; nil where there is none.
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
