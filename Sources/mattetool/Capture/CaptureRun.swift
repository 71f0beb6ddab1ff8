import Capture
import MatteKit

/// A session that records one device, until something ends it.
actor CaptureRun {
  nonisolated let movie = MovieFileOutput()
  /// What draws on the movie and the preview; nil where nothing does.
  nonisolated let effects: VideoEffectOutput?
  /// What went wrong with the device while it ran.
  private(set) var failure: CaptureError?

  private let camera: CaptureDevice
  /// What messages call the device.
  private let name: String
  private let session = CaptureSession()
  private var (angle, isMirrored) = (0, false)
  private let first = FirstFrame()
  private var metadata: MetadataOutput?
  /// Whether what is found is written.
  private var reportsFaces = false
  private var photos: PhotoTaking?
  private var faceSize: ConstantFaceSizeZoom?
  private var keys: TerminalKeys?
  private let preview: PreviewOutput?
  private var server: PreviewServer?

  /// - Parameters:
  ///   - name: what messages call the device.
  ///   - showsPreview: whether there is a preview.
  ///   - makeEffects: makes what draws on outputs, if there is to be something.
  init(
    camera: CaptureDevice, name: String, showing showsPreview: Bool,
    drawing makeEffects: ([any CaptureOutput]) throws -> VideoEffectOutput?
  ) rethrows {
    self.camera = camera
    self.name = name
    preview = showsPreview ? PreviewOutput() : nil
    effects = try makeEffects([movie] + (preview.map { [$0] } ?? []))
  }

  /// Builds the session, in one configuration.
  func prepare(
    preset: CaptureSessionPreset, maxFrameRate: Int32?, angle: Int, isMirrored: Bool, faces: Bool, sound: CaptureDevice?
  ) async throws {
    await session.beginConfiguration()
    try await session.setSessionPreset(preset)
    // In front of the movie: what is first there is first for it.
    try await session.add(first)
    if let effects {
      try await session.add(effects)
    } else {
      try await session.add(movie)
    }
    reportsFaces = faces
    if faces { try await addMetadata() }
    // First, so that frames are on its clock from the beginning.
    if let sound { try await session.add(CaptureInput(device: sound)) }
    try await session.add(CaptureInput(device: camera))
    try await session.commitConfiguration()
    try metadata?.setMetadataObjectTypes([.face])
    (self.angle, self.isMirrored) = (angle, isMirrored)
    for connection in await session.connections where connection.inputPort.mediaType == .video {
      try connection.setVideoRotationAngle(angle)
      try connection.setVideoMirrored(isMirrored)
    }
    if let maxFrameRate {
      try camera.configure { (device) throws(CaptureError) in
        try device.setActiveVideoMinFrameDuration(MediaTime(value: 1, timescale: maxFrameRate))
      }
    }
    await effects?.prepare()
  }

  private func addMetadata() async throws {
    let output = MetadataOutput()
    try await session.add(output)
    metadata = output
  }

  /// Adds the photos that are taken beside the movie.
  func add(_ photos: PhotoTaking) async throws {
    // What is due is told first, so that the photo is the frame that is due.
    try await session.add(photos)
    try await session.add(photos.output)
    for connection in await session.connections where connection.output === photos.output {
      try connection.setVideoRotationAngle(angle)
    }
    try await photos.prepare()
    self.photos = photos
  }

  /// Sets the zoom.
  func add(_ zoom: CaptureZoomOptions) async throws {
    try zoom.apply(to: camera)
    guard zoom.keepFaceSize else { return }
    if metadata == nil {
      try await addMetadata()
      try metadata?.setMetadataObjectTypes([.face])
    }
    faceSize = ConstantFaceSizeZoom(device: camera)
  }

  /// Shows what is recorded in browsers of this machine.
  func addPreview(port: UInt16) async throws {
    guard let preview else { return }
    if let effects {
      // What it is given is turned and mirrored already.
      for connection in effects.connections where connection.output === preview && isMirrored {
        try connection.setVideoMirrored(false)
      }
    } else {
      try await session.add(preview)
    }
    for connection in await session.connections where connection.output === preview {
      try connection.setVideoRotationAngle(angle)
      if isMirrored { try connection.setVideoMirrored(true) }
    }
    let server = try PreviewServer(port: port, of: preview)
    server.start()
    self.server = server
    Console.note("preview: http://127.0.0.1:\(server.port)/")
  }

  /// Listens to keys, where there is a terminal.
  ///
  /// - Parameter rate: of zooms.
  private func listenToKeys(rate: Double, _ ends: AsyncStream<End>.Continuation) {
    guard let photos, let keys = TerminalKeys() else { return }
    Console.note(CaptureKeys.help)
    let actions = CaptureKeys(camera: camera, movie: movie, photos: photos, rate: rate) { ends.yield(.device(nil)) }
    keys.start { actions.press($0) }
    self.keys = keys
  }

  /// Records until the movie or the device ends, or the task is cancelled.
  ///
  /// - Parameter zoomRate: of the zooms by keys; nil where standard input is no keyboard.
  /// - Returns: the movie; nil if there was none to record.
  func record(zoomRate: Double?) async throws -> CapturedMovie? {
    let (events, movies) = (session.events, movie.events)
    let (ends, end) = AsyncStream.makeStream(of: End.self)
    try await session.startRunning()
    if let zoomRate { listenToKeys(rate: zoomRate, end) }
    let drawingErrors = effects?.errors
    let watching: [Task<Void, Never>] = [
      Task {
        guard let drawingErrors else { return }
        for await error in drawingErrors { end.yield(.device(error)) }
      },
      Task { [camera] in _ = end.yield(.device(await Self.end(of: events, camera))) },
    ]
    let ending = Task {
      for await event in movies {
        guard case .didFinishRecording(let movie) = event else { continue }
        end.yield(.movie(movie))
        return movie as CapturedMovie?
      }
      return nil
    }
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
    let recorded = try await finish()
    await failing.value
    if first.losses > 0 {
      Console.warning("\(name): the device lost frames \(first.losses == 1 ? "once" : "\(first.losses) times")")
    }
    // A movie that an error has ended may say so later than its device says that it has ended.
    if let movie = finished ?? recorded { return movie }
    return await ending.value
  }

  /// Ends the session and what hangs on it. Frames that have come are still drawn on, written and reported.
  ///
  /// - Returns: the movie; nil if it has ended by itself.
  private func finish() async throws -> CapturedMovie? {
    keys?.stop()
    if let effects {
      // The frames that came are drawn on and written.
      await session.stopRunning()
      await effects.finish()
    }
    let recorded = await movie.stopRecording()
    await session.stopRunning()
    server?.stop()
    // Photos that no frame came for any more end with it.
    if let photos { try await session.remove(photos.output) }
    // The frame that is being searched is still reported.
    if let metadata { try await session.remove(metadata) }
    return recorded
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
      faceSize?.update(with: found)
      guard reportsFaces else { continue }
      let time = (found.time - (first.time ?? found.time)).seconds
      try Console.print(jsonLine: MetadataReport(time: time, faces: found.faces.map { FaceReport($0) }))
    }
  }

  /// Waits for the end of the device; its error, or nil for a film's end.
  ///
  /// Sound that ends is no end of the movie.
  private static func end(
    of events: AsyncStream<CaptureSessionEvent>, _ camera: CaptureDevice
  ) async -> CaptureError? {
    for await event in events {
      switch event {
      case .didStartRunning, .didStopRunning: continue
      case .inputDidEnd(let device):
        if device === camera { return nil }
      case .wasInterrupted(.deviceDisconnected, let device):
        return .disconnected(device: device.path ?? device.localizedName)
      case .wasInterrupted(.deviceInUseByAnotherClient, let device):
        return .inUse(
          device: device.path ?? device.localizedName, reason: "another program streams from it; end that first")
      case .runtimeError(let error, let device):
        if device === camera { return error }
        Console.warning("\(error); the movie goes on without its sound")
      }
    }
    return nil
  }
}
