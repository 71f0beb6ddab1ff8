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
/// Changes between ``beginConfiguration()`` and ``commitConfiguration()`` take effect as one, with at most one restart of a
/// device; without these each takes effect by itself. Outputs that a change does not touch miss no frame.
public actor CaptureSession {
  /// The clock by which devices are waited for: the host's, or a test's.
  public nonisolated let clock: any CaptureClock
  /// The clock that times of frames and sound are on: ``clock``, or that of the sound where there is some.
  public nonisolated let synchronizationClock: SynchronizationClock

  /// The inputs, as they will be after the commit.
  public var inputs: [CaptureInput] { graph.inputs }
  /// The outputs, as they will be after the commit.
  public var outputs: [any CaptureOutput] { graph.outputs }
  /// The connections, as they will be after the commit.
  public var connections: [CaptureConnection] { graph.connections }
  /// The preset by which formats are chosen.
  public var sessionPreset: CaptureSessionPreset {
    isFormatSetOnDevice.isSet ? .inputPriority : chosenPreset
  }
  /// Whether devices run.
  public private(set) var isRunning = false

  private var chosenPreset = CaptureSessionPreset.high
  /// Whether a device was given a format since the preset was chosen; known at the moment that it is.
  private nonisolated let isFormatSetOnDevice = FormatMark()
  private var graph = CaptureGraph()
  /// The graph that outputs were last told of.
  private var appliedGraph = CaptureGraph()
  private var appliedPreset: (preset: CaptureSessionPreset, device: CaptureDevice, requirements: FormatRequirements)?
  private var configurations = 0
  private var pumps: [CapturePump] = []
  private var observers: [(device: CaptureDevice, number: Int)] = []
  private nonisolated let broadcaster = Broadcaster<CaptureSessionEvent>()
  /// The change that is being made; the next waits for it.
  private var transition: Task<Void, Never>?
  /// How often a device was started.
  private(set) var startCount = 0

  /// - Parameter clock: what times of frames are on.
  public init(clock: any CaptureClock = HostClock()) {
    self.clock = clock
    synchronizationClock = SynchronizationClock(clock)
  }

  deinit {
    for observer in observers { observer.device.removeObserver(observer.number) }
    for output in appliedGraph.outputs { output.didLeaveSession() }
    broadcaster.finish()
  }

  /// Events from now on. Each caller has a sequence of its own.
  public nonisolated var events: AsyncStream<CaptureSessionEvent> { broadcaster.stream() }

  /// Begins a configuration: what follows takes effect at the commit. Configurations may be nested; the last commit counts.
  public func beginConfiguration() { configurations += 1 }

  /// Makes all changes since ``beginConfiguration()`` take effect as one.
  ///
  /// - Throws: ``CaptureError`` if a device cannot be started; all else has taken effect, and the device's frames are missing.
  public func commitConfiguration() async throws(CaptureError) {
    guard configurations > 0 else { return }
    configurations -= 1
    if configurations == 0 { try await apply() }
  }

  private func changed() async throws(CaptureError) {
    if configurations == 0 { try await apply() }
  }

  /// Whether an input fits into the session.
  public func canAdd(_ input: CaptureInput) -> Bool { graph.reasonAgainst(input, preset: sessionPreset) == nil }

  /// Whether an output fits into the session.
  public func canAdd(_ output: any CaptureOutput) -> Bool { graph.reasonAgainst(output) == nil }

  /// Adds an input, with connections to all outputs that take what it gives.
  ///
  /// - Throws: ``CaptureError/cannotAdd(what:reason:)`` if it does not fit.
  public func add(_ input: CaptureInput) async throws(CaptureError) {
    if let reason = graph.reasonAgainst(input, preset: sessionPreset) {
      throw .cannotAdd(what: input.device.nameInMessages, reason: reason)
    }
    graph.add(input)
    try await changed()
  }

  /// Adds an output, with connections from all inputs that give what it takes.
  ///
  /// - Throws: ``CaptureError/cannotAdd(what:reason:)`` if it does not fit.
  public func add(_ output: any CaptureOutput) async throws(CaptureError) {
    if let reason = graph.reasonAgainst(output) { throw .cannotAdd(what: "\(type(of: output))", reason: reason) }
    graph.add(output)
    try await changed()
  }

  /// Removes an input and its connections, with what was set on them.
  public func remove(_ input: CaptureInput) async throws(CaptureError) {
    graph.remove(input)
    try await changed()
  }

  /// Removes an output and its connections, with what was set on them.
  public func remove(_ output: any CaptureOutput) async throws(CaptureError) {
    graph.remove(output)
    try await changed()
  }

  /// Whether all inputs have a format for a preset.
  public func canSetSessionPreset(_ preset: CaptureSessionPreset) -> Bool {
    graph.inputs.allSatisfy { $0.device.supportsSessionPreset(preset) }
  }

  /// Sets what formats are chosen by.
  ///
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` if an input has no format for it.
  public func setSessionPreset(_ preset: CaptureSessionPreset) async throws(CaptureError) {
    if let input = graph.inputs.first(where: { !$0.device.supportsSessionPreset(preset) }) {
      throw .unsupported(
        what: input.device.nameInMessages,
        reason: "it has no format for the preset \(preset.rawValue); ask canSetSessionPreset before")
    }
    chosenPreset = preset
    isFormatSetOnDevice.set(false)
    try await changed()
  }

  /// Starts the devices, which may take long, and returns when they run.
  ///
  /// - Throws: ``CaptureError`` if one cannot be started; then none runs.
  public func startRunning() async throws(CaptureError) {
    guard !isRunning else { return }
    isRunning = true
    do {
      try await apply()
    } catch {
      isRunning = false
      try? await apply()
      throw error
    }
    broadcaster.send(.didStartRunning)
  }

  /// Stops the devices, and returns when they have stopped.
  public func stopRunning() async {
    guard isRunning else { return }
    isRunning = false
    // What is only stopped cannot fail.
    try? await apply()
    broadcaster.send(.didStopRunning)
  }

  /// Makes a change, one after the other.
  private func inTurn<Value: Sendable>(
    _ change: @escaping @Sendable (isolated CaptureSession) async -> Result<Value, CaptureError>
  ) async throws(CaptureError) -> Value {
    while let running = transition { await running.value }
    let task = Task {
      let result = await change(self)
      // Here and not by who waits for it: others who wait would find it again and again.
      transition = nil
      return result
    }
    transition = Task { _ = await task.value }
    return try await task.value.get()
  }

  /// Makes what is asked for true.
  private func apply() async throws(CaptureError) { try await inTurn { session in await session.applyNow() } }

  private func applyNow() async -> Result<Void, CaptureError> {
    var failure: CaptureError?
    let graph = graph
    observeDevices(of: graph)
    do throws(CaptureError) { try applyPreset(to: graph) } catch { failure = error }
    tellOutputs(of: graph)

    let wanted = isRunning ? graph.inputs.filter { !graph.connections(from: $0.device).isEmpty } : []
    var remaining: [CapturePump] = []
    for pump in pumps {
      let isWanted = wanted.contains { $0.device === pump.device } && pump.format == pump.device.activeFormat
      if isWanted {
        pump.hub.set(graph.connections(from: pump.device))
        remaining.append(pump)
      } else {
        pump.hub.set([])
        await pump.stop()
      }
    }
    pumps = remaining
    for input in wanted where !pumps.contains(where: { $0.device === input.device }) {
      do throws(CaptureError) { try start(input.device, graph) } catch { failure = error }
    }
    return failure.map { .failure($0) } ?? .success(())
  }

  private func start(_ device: CaptureDevice, _ graph: CaptureGraph) throws(CaptureError) {
    guard device.isConnected else { throw .disconnected(device: device.nameInMessages) }
    let pump = try CapturePump(
      device, hub: CaptureHub(graph.connections(from: device)), clock: clock, times: synchronizationClock)
    startCount += 1
    pumps.append(pump)
    pump.start { [weak self, weak pump] error in
      guard let self, let pump else { return }
      Task { await self.ended(pump, error) }
    }
  }

  /// A frame of a device in another format than that which it runs in: it is stopped for it and goes on as before, with a gap
  /// that outputs are told of.
  func still(of device: CaptureDevice, in format: CaptureDeviceFormat) async throws(CaptureError) -> Frame {
    try await inTurn { session in await session.stillNow(of: device, in: format) }
  }

  private func stillNow(of device: CaptureDevice, in format: CaptureDeviceFormat) async -> Result<Frame, CaptureError> {
    guard let index = pumps.firstIndex(where: { $0.device === device }) else {
      return .failure(.unsupported(what: device.nameInMessages, reason: "it does not run; start the session first"))
    }
    let pump = pumps.remove(at: index)
    await pump.stop()
    let result: Result<Frame, CaptureError>
    do throws(CaptureError) {
      result = .success(try await StillStream(device, format, clock: clock, times: synchronizationClock).frame())
    } catch { result = .failure(error) }
    let size = device.activeFormat.dimensions
    do throws(CaptureError) { try start(device, appliedGraph) } catch {
      broadcaster.send(.runtimeError(error, device))
      return .failure(error)
    }
    let gap = DroppedVideoFrame(time: clock.time, reason: .discontinuity, count: nil, dimensions: size)
    for pump in pumps where pump.device === device { pump.hub.deliver(.dropped(gap)) }
    return result
  }

  /// A device has stopped by itself.
  private func ended(_ pump: CapturePump, _ error: CaptureError?) {
    guard pumps.contains(where: { $0 === pump }) else { return }
    // The pump stays: else the next change would start the device once more.
    switch error {
    case nil: broadcaster.send(.inputDidEnd(pump.device))
    case .disconnected:
      pump.device.disconnect()
      broadcaster.send(.wasInterrupted(.deviceDisconnected, pump.device))
    case .inUse: broadcaster.send(.wasInterrupted(.deviceInUseByAnotherClient, pump.device))
    case .some(let error): broadcaster.send(.runtimeError(error, pump.device))
    }
  }

  /// Gives each camera the format of the preset among those that its outputs need, once: what is set on it later counts more.
  private func applyPreset(to graph: CaptureGraph) throws(CaptureError) {
    guard sessionPreset != .inputPriority else { return appliedPreset = nil }
    for input in graph.inputs where input.device.hasMediaType(.video) {
      let device = input.device
      let requirements = requirements(on: device, in: graph)
      if let appliedPreset, appliedPreset.preset == sessionPreset, appliedPreset.device === device,
        appliedPreset.requirements == requirements
      {
        continue
      }
      guard let chosen = sessionPreset.format(of: device.formats, for: requirements) else { continue }
      let format = sessionPreset == .photo ? chosen.fittingScreen : chosen
      if device.activeFormat != format {
        let lock = try device.lockForConfiguration()
        device.set(format)
        withExtendedLifetime(lock) {}
      }
      appliedPreset = (sessionPreset, device, requirements)
    }
  }

  /// What the outputs of a camera need, joined.
  private func requirements(on device: CaptureDevice, in graph: CaptureGraph) -> FormatRequirements {
    let outputs = graph.connections(from: device).map(\.output)
    return outputs.reduce(FormatRequirements()) { $0.joined(with: $1.formatRequirements(for: sessionPreset)) }
  }

  private func tellOutputs(of graph: CaptureGraph) {
    for output in appliedGraph.outputs where !graph.outputs.contains(where: { $0 === output }) {
      output.connectionsDidChange([])
      output.didLeaveSession()
    }
    for input in appliedGraph.inputs where !graph.inputs.contains(where: { $0 === input }) {
      for port in input.ports { port.set(nil) }
    }
    for port in graph.inputs.flatMap(\.ports) {
      port.set(port.mediaType == .audio ? synchronizationClock : clock)
    }
    for output in graph.outputs {
      let (before, now) = (appliedGraph.connections(to: output), graph.connections(to: output))
      if before.map(ObjectIdentifier.init) != now.map(ObjectIdentifier.init) { output.connectionsDidChange(now) }
    }
    let metadata = graph.outputs.compactMap { $0 as? MetadataOutput }
    for case let output as PhotoOutput in graph.outputs {
      output.setMetadataOutputs(metadata)
      output.setStillTaking { [weak self] (device, format) async throws(CaptureError) in
        guard let self else { throw .disconnected(device: device.nameInMessages) }
        return try await self.still(of: device, in: format)
      }
    }
    appliedGraph = graph
  }

  private func observeDevices(of graph: CaptureGraph) {
    let devices = graph.inputs.map(\.device)
    observers.removeAll { observer in
      guard !devices.contains(where: { $0 === observer.device }) else { return false }
      observer.device.removeObserver(observer.number)
      return true
    }
    for device in devices where !observers.contains(where: { $0.device === device }) {
      let number = device.observe { [weak self, isFormatSetOnDevice] change in
        if change == .format { isFormatSetOnDevice.set(true) }
        guard let self else { return }
        Task { await self.changed(device, change) }
      }
      observers.append((device, number))
    }
  }

  private func changed(_ device: CaptureDevice, _ change: CaptureDeviceChange) async {
    switch change {
    case .format:
      do throws(CaptureError) { try await changed() } catch { broadcaster.send(.runtimeError(error, device)) }
    case .frameDuration: for pump in pumps where pump.device === device { pump.updateFrameDuration() }
    // The stream finds out by itself, at the same moment, where there is one.
    case .disconnected:
      if !pumps.contains(where: { $0.device === device }), isRunning {
        broadcaster.send(.wasInterrupted(.deviceDisconnected, device))
      }
    }
  }
}
