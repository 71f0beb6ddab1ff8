import Imaging

/// Inputs, outputs and the connections between them (AVFoundation's `AVCaptureSession`).
///
/// ```swift
/// let session = CaptureSession()
/// let output = VideoDataOutput()
/// try await session.add(CaptureInput(device: camera))
/// try await session.add(output)
/// try await session.startRunning()
/// for try await frame in output.frames { print(frame.time.seconds) }
/// ```
/// Changes between ``beginConfiguration()`` and ``commitConfiguration()`` take effect as one, with at most one restart
/// of a device; outside of a configuration each takes effect by itself. Outputs that a change does not touch miss no
/// frame.
public actor CaptureSession {
  /// The clock by which the session waits for devices: the host's, or one for tests.
  public nonisolated let clock: any CaptureClock
  /// The clock of the times of frames and sound: that of the sound if there is an input with sound, otherwise
  /// ``clock``.
  public nonisolated let synchronizationClock: SynchronizationClock

  /// The inputs, with changes that are not committed yet.
  public var inputs: [CaptureInput] { graph.inputs }
  /// The outputs, with changes that are not committed yet.
  public var outputs: [any CaptureOutput] { graph.outputs }
  /// The connections, with changes that are not committed yet.
  public var connections: [CaptureConnection] { graph.connections }
  /// The preset by which formats are chosen: ``CaptureSessionPreset/inputPriority`` after a device was given a format.
  public var sessionPreset: CaptureSessionPreset { formats.preset }
  /// Whether devices run.
  public private(set) var isRunning = false

  private var graph = CaptureGraph()
  /// The graph that outputs were last notified of.
  private var appliedGraph = CaptureGraph()
  private var formats = SessionFormats()
  private var observers = DeviceObservers()
  private let devices: RunningDevices
  /// Number of configurations that have begun and are not committed.
  private var openConfigurations = 0
  /// Makes one change after the other.
  private let changes = SerialWork()
  private nonisolated let broadcaster = Broadcaster<Event>()
  /// Number of times that a device was started.
  var startCount: Int { devices.startCount }

  /// - Parameter clock: the clock for the times of frames.
  public init(clock: any CaptureClock = HostClock()) {
    self.clock = clock
    synchronizationClock = SynchronizationClock(clock)
    devices = RunningDevices(clock: clock, times: synchronizationClock)
  }

  deinit {
    observers.end()
    for output in appliedGraph.outputs { output.didLeaveSession() }
    broadcaster.finish()
  }

  /// Events from now on. Each caller has a sequence of its own.
  public nonisolated var events: AsyncStream<Event> { broadcaster.stream() }

  /// Begins a configuration: changes take effect at its commit. Configurations may be nested; then all changes take
  /// effect at the last commit.
  public func beginConfiguration() { openConfigurations += 1 }

  /// Makes all changes since ``beginConfiguration()`` take effect as one. Does nothing without a configuration.
  ///
  /// - Throws: ``CaptureError`` if a device cannot be started. The other changes have taken effect in that case.
  public func commitConfiguration() async throws(CaptureError) {
    guard openConfigurations > 0 else { return }
    openConfigurations -= 1
    try await applyUnlessConfiguring()
  }

  private func applyUnlessConfiguring() async throws(CaptureError) {
    if openConfigurations == 0 { try await apply() }
  }

  /// Whether an input can be added.
  public func canAdd(_ input: CaptureInput) -> Bool { graph.reasonAgainst(input, preset: sessionPreset) == nil }

  /// Whether an output can be added.
  public func canAdd(_ output: any CaptureOutput) -> Bool { graph.reasonAgainst(output) == nil }

  /// Adds an input, and connects it to all outputs that take its media types.
  ///
  /// - Throws: ``CaptureError/cannotAdd(what:reason:)`` if it cannot be added, or ``CaptureError`` if the session
  ///   runs and the device cannot be started.
  public func add(_ input: CaptureInput) async throws(CaptureError) {
    if let reason = graph.reasonAgainst(input, preset: sessionPreset) {
      throw .cannotAdd(what: input.device.nameInMessages, reason: reason)
    }
    graph.add(input)
    try await applyUnlessConfiguring()
  }

  /// Adds an output, and connects it to all inputs that give its media types.
  ///
  /// - Throws: ``CaptureError/cannotAdd(what:reason:)`` if it cannot be added, or ``CaptureError`` if the session
  ///   runs and a device cannot be started.
  public func add(_ output: any CaptureOutput) async throws(CaptureError) {
    if let reason = graph.reasonAgainst(output) { throw .cannotAdd(what: "\(type(of: output))", reason: reason) }
    graph.add(output)
    try await applyUnlessConfiguring()
  }

  /// Removes an input with its connections and their settings. Does nothing if the input is not in the session.
  ///
  /// - Throws: ``CaptureError`` if the session runs and another device cannot be started.
  public func remove(_ input: CaptureInput) async throws(CaptureError) {
    graph.remove(input)
    try await applyUnlessConfiguring()
  }

  /// Removes an output with its connections and their settings. Does nothing if the output is not in the session.
  ///
  /// - Throws: ``CaptureError`` if the session runs and a device cannot be started.
  public func remove(_ output: any CaptureOutput) async throws(CaptureError) {
    graph.remove(output)
    try await applyUnlessConfiguring()
  }

  /// Whether all inputs have a format for a preset.
  public func canSetSessionPreset(_ preset: CaptureSessionPreset) -> Bool {
    graph.inputs.allSatisfy { $0.device.supportsSessionPreset(preset) }
  }

  /// Sets the preset. Formats that were set on devices before no longer count.
  ///
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` if an input has no format for it, or ``CaptureError`` if a
  ///   device is locked or cannot be started.
  public func setSessionPreset(_ preset: CaptureSessionPreset) async throws(CaptureError) {
    if let input = graph.inputs.first(where: { !$0.device.supportsSessionPreset(preset) }) {
      throw .unsupported(
        what: input.device.nameInMessages,
        reason: "it has no format for the preset \(preset.rawValue); ask canSetSessionPreset before")
    }
    formats.choose(preset)
    try await applyUnlessConfiguring()
  }

  /// Starts the devices, and returns when they run. Cameras may take seconds. Frames are delivered once all devices are
  /// open, from the first on.
  ///
  /// - Throws: ``CaptureError`` if a device cannot be started; then none runs, and outputs have received no frame.
  public func startRunning() async throws(CaptureError) {
    guard !isRunning else { return }
    isRunning = true
    do {
      try await apply(isStart: true)
    } catch {
      isRunning = false
      // Stops the devices that have started. It may fail with the same error again.
      try? await apply()
      throw error
    }
    broadcaster.send(.didStartRunning)
  }

  /// Stops the devices, and returns when they have stopped.
  public func stopRunning() async {
    guard isRunning else { return }
    isRunning = false
    // Stopping cannot fail.
    try? await apply()
    for output in graph.photoOutputs { output.cancelWaiting() }
    broadcaster.send(.didStopRunning)
  }

  /// Brings devices and outputs into the state that the graph, the preset and ``isRunning`` describe.
  ///
  /// - Parameter isStart: whether the session starts, with all devices or none.
  private func apply(isStart: Bool = false) async throws(CaptureError) {
    try await changes.run { [self] in await applyNow(isStart: isStart) }.get()
  }

  private func applyNow(isStart: Bool) async -> Result<Void, CaptureError> {
    var failure: CaptureError?
    let graph = graph
    observeDevices(of: graph)
    do throws(CaptureError) { try formats.apply(to: graph) } catch { failure = error }
    notifyOutputs(of: graph)
    let runs = isRunning && !(isStart && failure != nil)
    let wanted = runs ? graph.inputs.map(\.device).filter { !graph.connections(from: $0).isEmpty } : []
    do throws(CaptureError) {
      try await devices.update(to: wanted, of: graph, isStart: isStart, onEnd: endHandler)
    } catch { failure = error }
    return failure.map { .failure($0) } ?? .success(())
  }

  /// Captures a frame of a device in another format than its current one. The device is stopped for it and started
  /// again; outputs receive the gap as a dropped frame.
  func still(of device: CaptureDevice, in format: CaptureDeviceFormat) async throws(CaptureError) -> Frame {
    try await changes.run { [self] in await stillNow(of: device, in: format) }.get()
  }

  private func stillNow(of device: CaptureDevice, in format: CaptureDeviceFormat) async -> Result<Frame, CaptureError> {
    do throws(CaptureError) {
      return try await devices.still(of: device, as: format, in: appliedGraph, onEnd: endHandler)
    } catch {
      broadcaster.send(.runtimeError(error, device))
      return .failure(error)
    }
  }

  private var endHandler: RunningDevices.EndHandler {
    { [weak self] pump, error in
      guard let self else { return }
      Task { await self.ended(pump, error) }
    }
  }

  /// Sends the event for a device that has stopped by itself.
  private func ended(_ pump: CapturePump, _ error: CaptureError?) {
    guard devices.contains(pump) else { return }
    for output in graph.photoOutputs { output.cancelWaiting(for: pump.device) }
    switch error {
    case nil: broadcaster.send(.inputDidEnd(pump.device))
    case .disconnected:
      pump.device.disconnect()
      broadcaster.send(.wasInterrupted(.deviceDisconnected, pump.device))
    case .inUse: broadcaster.send(.wasInterrupted(.deviceInUseByAnotherClient, pump.device))
    case .some(let error): broadcaster.send(.runtimeError(error, pump.device))
    }
  }

  private func notifyOutputs(of graph: CaptureGraph) {
    let change = GraphChange(old: appliedGraph, new: graph)
    change.setClocks(clock, audio: synchronizationClock)
    change.notifyOutputs()
    change.setUpPhotoOutputs { [weak self] (device, format) async throws(CaptureError) in
      guard let self else { throw .disconnected(device: device.nameInMessages) }
      return try await self.still(of: device, in: format)
    }
    appliedGraph = graph
  }

  private func observeDevices(of graph: CaptureGraph) {
    observers.observe(graph.inputs.map(\.device)) {
      [weak self, isFormatSetOnDevice = formats.isSetOnDevice] device, change in
      if change == .format { isFormatSetOnDevice.set(true) }
      guard let self else { return }
      Task { await self.device(device, didChange: change) }
    }
  }

  private func device(_ device: CaptureDevice, didChange change: CaptureDeviceChange) async {
    switch change {
    case .format:
      do throws(CaptureError) { try await applyUnlessConfiguring() } catch {
        broadcaster.send(.runtimeError(error, device))
      }
    case .frameDuration: devices.updateFrameDuration(of: device)
    // A running stream notices the disconnection itself.
    case .disconnected:
      if isRunning, !devices.contains(device) {
        broadcaster.send(.wasInterrupted(.deviceDisconnected, device))
      }
    }
  }
}
