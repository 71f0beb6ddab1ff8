/// The inputs and outputs of a session and the connections between them: the rules, as a value.
struct CaptureGraph: Sendable {
  private(set) var inputs: [CaptureInput] = []
  private(set) var outputs: [any CaptureOutput] = []
  private(set) var connections: [CaptureConnection] = []

  /// The photo outputs, those behind effects too.
  var photoOutputs: [PhotoOutput] {
    outputs.flatMap { ($0 as? VideoEffectOutput)?.outputs ?? [$0] }.compactMap { $0 as? PhotoOutput }
  }

  /// Why an input does not fit; nil if it does.
  func reasonAgainst(_ input: CaptureInput, preset: CaptureSessionPreset) -> String? {
    if inputs.contains(where: { $0 === input }) { return "it is in the session already" }
    if inputs.contains(where: { $0.device === input.device }) { return "its device is in the session already" }
    if !input.device.isConnected { return "its device was unplugged" }
    if input.device.hasMediaType(.video), inputs.contains(where: { $0.device.hasMediaType(.video) }) {
      return "the session has a camera already; remove that first, in one configuration"
    }
    if input.device.hasMediaType(.audio), inputs.contains(where: { $0.device.hasMediaType(.audio) }) {
      return "the session has a microphone already; remove that first, in one configuration"
    }
    if !input.device.supportsSessionPreset(preset) {
      return "its device has no format for the preset \(preset.rawValue); choose another preset"
    }
    return nil
  }

  /// Why an output does not fit; nil if it does.
  func reasonAgainst(_ output: any CaptureOutput) -> String? {
    if outputs.contains(where: { $0 === output }) { return "it is in the session already" }
    if output.mediaTypes.isEmpty { return "it takes no kind of media" }
    return nil
  }

  /// Adds an input that fits, and its connections.
  mutating func add(_ input: CaptureInput) {
    inputs.append(input)
    for output in outputs { connect(input, output) }
  }

  /// Adds an output that fits, and its connections.
  mutating func add(_ output: any CaptureOutput) {
    outputs.append(output)
    for input in inputs { connect(input, output) }
  }

  private mutating func connect(_ input: CaptureInput, _ output: any CaptureOutput) {
    for port in input.ports where output.mediaTypes.contains(port.mediaType) {
      connections.append(CaptureConnection(port, output))
    }
  }

  /// Removes an input with its connections; does nothing if it is not there.
  mutating func remove(_ input: CaptureInput) {
    inputs.removeAll { $0 === input }
    connections.removeAll { $0.inputPort.device === input.device }
  }

  /// Removes an output with its connections; does nothing if it is not there.
  mutating func remove(_ output: any CaptureOutput) {
    outputs.removeAll { $0 === output }
    connections.removeAll { $0.output === output }
  }

  /// The connections from a device.
  func connections(from device: CaptureDevice) -> [CaptureConnection] {
    connections.filter { $0.inputPort.device === device }
  }

  /// The connections to an output.
  func connections(to output: any CaptureOutput) -> [CaptureConnection] { connections.filter { $0.output === output } }

  /// The requirements of all outputs of a device.
  func requirements(on device: CaptureDevice, for preset: CaptureSessionPreset) -> FormatRequirements {
    connections(from: device).reduce(FormatRequirements()) {
      $0.joined(with: $1.output.formatRequirements(for: preset))
    }
  }
}
