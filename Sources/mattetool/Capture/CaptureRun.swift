import Capture
import MatteKit

/// A session that records one device, until something ends it.
actor CaptureRun {
  nonisolated let movie = MovieFileOutput()
  /// What went wrong with the device while it ran.
  private(set) var failure: CaptureError?

  private let camera: CaptureDevice
  /// What messages call the device.
  private let name: String
  private let session = CaptureSession()
  private let first = FirstFrame()
  private var metadata: MetadataOutput?

  init(camera: CaptureDevice, name: String) {
    self.camera = camera
    self.name = name
  }

  /// Builds the session, in one configuration.
  func prepare(
    preset: CaptureSessionPreset, frameRate: Int32?, angle: Int, isMirrored: Bool, faces: Bool
  ) async throws {
    await session.beginConfiguration()
    try await session.setSessionPreset(preset)
    // In front of the movie: what is first there is first for it.
    try await session.add(first)
    try await session.add(movie)
    if faces {
      let output = MetadataOutput()
      try await session.add(output)
      metadata = output
    }
    try await session.add(CaptureInput(device: camera))
    try await session.commitConfiguration()
    try metadata?.setMetadataObjectTypes([.face])
    for connection in await session.connections where connection.inputPort.mediaType == .video {
      try connection.setVideoRotationAngle(angle)
      try connection.setVideoMirrored(isMirrored)
    }
    if let frameRate {
      try camera.configure { (device) throws(CaptureError) in
        try device.setActiveVideoMinFrameDuration(MediaTime(value: 1, timescale: frameRate))
      }
    }
  }

  /// Records until the movie or the device ends, or the task is cancelled.
  ///
  /// - Returns: the movie; nil if there was none to record.
  func record() async throws -> CapturedMovie? {
    let (events, movies) = (session.events, movie.events)
    let (ends, end) = AsyncStream.makeStream(of: End.self)
    try await session.startRunning()
    let watching: [Task<Void, Never>] = [
      Task { _ = end.yield(.device(await Self.end(of: events))) },
      Task {
        for await event in movies {
          if case .didFinishRecording(let movie) = event { end.yield(.movie(movie)) }
        }
      },
    ]
    let lines = metadata.map { output in Task { try await report(output) } }
    let failing = Task {
      do { try await lines?.value } catch let error as CaptureError { end.yield(.device(error)) } catch {}
    }
    // A task that is cancelled waits no longer either.
    var finished: CapturedMovie?
    for await ended in ends {
      switch ended {
      case .device(let error): failure = error
      case .movie(let movie): finished = movie
      }
      break
    }
    for task in watching { task.cancel() }
    let recorded = await movie.stopRecording()
    await session.stopRunning()
    // The frame that is being searched is still reported.
    if let metadata { try await session.remove(metadata) }
    await failing.value
    if first.losses > 0 { Console.warning("\(name): \(first.losses) times: frames were lost by the device") }
    return finished ?? recorded
  }

  /// What ends a recording.
  private enum End: Sendable {
    /// The device, perhaps by an error.
    case device(CaptureError?)
    /// The movie, by its duration or an error.
    case movie(CapturedMovie)
  }

  /// Writes what is found, until the output leaves the session.
  private func report(_ output: MetadataOutput) async throws {
    for try await found in output.objects {
      let time = (found.time - (first.time ?? found.time)).seconds
      try Console.print(jsonLine: MetadataReport(time: time, faces: found.faces.map { FaceReport($0) }))
    }
  }

  /// Waits for the end of the device; its error, or nil for a film's end.
  private static func end(of events: AsyncStream<CaptureSessionEvent>) async -> CaptureError? {
    for await event in events {
      switch event {
      case .didStartRunning, .didStopRunning: continue
      case .inputDidEnd: return nil
      case .wasInterrupted(.deviceDisconnected, let device):
        return .disconnected(device: device.path ?? device.localizedName)
      case .wasInterrupted(.deviceInUseByAnotherClient, let device):
        return .inUse(
          device: device.path ?? device.localizedName, reason: "another program streams from it; end that first")
      case .runtimeError(let error, _): return error
      }
    }
    return nil
  }
}
