/// The name of a microphone: the sound system, and its name there. A value.
struct MicrophoneName: Sendable, Hashable, CustomStringConvertible {
  /// FFmpeg's name of the sound system.
  let system: String
  /// The name of the device in it.
  let device: String

  /// Reads `alsa:hw:0`, `pulse` or `pulse:NAME`; PipeWire implements PulseAudio's protocol. Nil for other texts.
  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let system = parts.first, ["alsa", "pulse"].contains(system) else { return nil }
    self.system = system
    let device = parts.count > 1 ? parts[1] : ""
    self.device = device.isEmpty ? "default" : device
  }

  var description: String { "\(system):\(device)" }
}
