import FoundationEssentials
import FrameStream
import Glibc

/// PulseAudio, or PipeWire in its place.
enum SoundServer {
  /// The server's microphones: first its default source, by the name of its current device; then each by its own name,
  /// monitors of loudspeakers last. None if no server runs.
  static func microphones() -> [CaptureDevice] {
    guard isRunning(ProcessInfo.processInfo.environment), let found = try? SoundDevices(of: "pulse") else { return [] }
    func isMonitor(_ device: SoundDevices.Device) -> Bool { device.name.hasSuffix(".monitor") }
    let ordered = found.devices.filter { !isMonitor($0) } + found.devices.filter(isMonitor)
    let named = ordered.compactMap { device in
      MicrophoneName("pulse:\(device.name)").map { CaptureDevice(microphone: $0, localizedName: device.description) }
    }
    guard let chosen = found.defaultDevice, let name = MicrophoneName("pulse") else { return named }
    return [CaptureDevice(microphone: name, localizedName: chosen.description)] + named
  }

  /// Whether a server runs. If there is none, its library would start one.
  ///
  /// - Parameter environment: the environment of the process, with the address of the server.
  static func isRunning(_ environment: [String: String]) -> Bool {
    if let server = environment["PULSE_SERVER"], !server.isEmpty { return true }
    var sockets = ["/run/pulse/native"]
    if let folder = environment["PULSE_RUNTIME_PATH"] { sockets.append("\(folder)/native") }
    if let folder = environment["XDG_RUNTIME_DIR"] { sockets.append("\(folder)/pulse/native") }
    return sockets.contains { access($0, R_OK | W_OK) == 0 }
  }
}
