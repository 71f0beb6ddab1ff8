import Capture
import MatteKit

/// The capture session of `capture`: records one device until it ends, the movie ends, or the task is cancelled.
actor CaptureRun {
  nonisolated let movie = MovieFileOutput()
  /// The output that draws effects on the movie and the preview; nil if there are none.
  nonisolated let effects: VideoEffectOutput?
  /// The error that ended the device's video; nil if there was none.
  private(set) var failure: CaptureError?

  private let camera: CaptureDevice
  /// The name of the device in messages.
  private let name: String
  private let session = CaptureSession()
  private var (angle, isMirrored) = (0, false)
  private let first = FirstFrame()
  private var metadata: MetadataOutput?
  /// Whether detected faces are written to standard output. Otherwise they may be needed for the zoom alone.
  private var reportsFaces = false
  private var photos: PhotoTaking?
  private var faceSize: ConstantFaceSizeZoom?
  private var keys: TerminalKeys?
  private let preview: PreviewOutput?
  private var server: PreviewServer?

  /// - Parameters:
  ///   - name: the name of the device in messages.
  ///   - showsPreview: whether there is a preview.
  ///   - makeEffects: makes the output that draws effects for other outputs; nil if there are no effects.
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
    // Added before the movie, so that the first frame here is the movie's first.
    try await session.add(first)
    if let effects {
      try await session.add(effects)
    } else {
      try await session.add(movie)
    }
    reportsFaces = faces
    if faces { try await addMetadata() }
    // Added before the camera, so that frames are on the clock of the sound from the beginning.
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

  /// Adds the outputs that take photos beside the movie.
  func add(_ photos: PhotoTaking) async throws {
    // Added before its output, so that the photo is the frame at which it is due.
    try await session.add(photos)
    try await session.add(photos.output)
    for connection in await session.connections where connection.output === photos.output {
      try connection.setVideoRotationAngle(angle)
    }
    try await photos.prepare()
    self.photos = photos
  }

  /// Sets the zoom, and adds a search for faces if it follows one.
  func add(_ zoom: CaptureZoomOptions) async throws {
    try zoom.apply(to: camera)
    guard zoom.keepFaceSize else { return }
    if metadata == nil {
      try await addMetadata()
      try metadata?.setMetadataObjectTypes([.face])
    }
    faceSize = ConstantFaceSizeZoom(device: camera)
  }

  /// Serves a preview to browsers on this machine.
  ///
  /// - Parameter port: the port of the loopback address; 0 for a free one.
  func addPreview(port: UInt16) async throws {
    guard let preview else { return }
    if let effects {
      // Its frames are rotated and mirrored before the effects.
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

  /// Reads keys if standard input is a terminal.
  ///
  /// - Parameter rate: the speed of zooms, in powers of two a second.
  private func listenToKeys(rate: Double, _ ends: AsyncStream<RecordingEnd>.Continuation) {
    guard let photos, let keys = TerminalKeys() else { return }
    Console.note(CaptureKeys.help)
    let actions = CaptureKeys(camera: camera, movie: movie, photos: photos, rate: rate) { ends.yield(.device(nil)) }
    keys.start { actions.press($0) }
    self.keys = keys
  }

  /// Records until the movie or the device ends, or the task is cancelled.
  ///
  /// - Parameter zoomRate: the speed of zooms by keys, in powers of two a second; nil if standard input is not a
  ///   keyboard.
  /// - Returns: the movie; nil if there was nothing to record.
  func record(zoomRate: Double?) async throws -> CapturedMovie? {
    let (events, movies) = (session.events, movie.events)
    let (ends, end) = AsyncStream.makeStream(of: RecordingEnd.self)
    try await session.startRunning()
    if let zoomRate { listenToKeys(rate: zoomRate, end) }
    let watching = watchForErrors(events, end)
    let ending = Task {
      for await event in movies {
        guard case .didFinishRecording(let movie) = event else { continue }
        end.yield(.movie(movie))
        return movie as CapturedMovie?
      }
      return nil
    }
    let lines = metadata.map { output in Task { await report(output, end) } }
    // The loop also ends when the task is cancelled.
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
    await lines?.value
    if first.losses > 0 {
      Console.warning("\(name): the device lost frames \(first.losses == 1 ? "once" : "\(first.losses) times")")
    }
    // A movie's error may be reported after the end of its device.
    if let movie = finished ?? recorded { return movie }
    return await ending.value
  }

  /// Ends the recording when the camera stops by itself, or effects cannot be drawn.
  ///
  /// - Parameter events: the session's events since before it was started.
  private func watchForErrors(
    _ events: AsyncStream<CaptureSession.Event>, _ end: AsyncStream<RecordingEnd>.Continuation
  ) -> [Task<Void, Never>] {
    let drawingErrors = effects?.errors
    return [
      Task {
        guard let drawingErrors else { return }
        for await error in drawingErrors { end.yield(.device(error)) }
      },
      Task { [camera] in _ = end.yield(.device(await RecordingEnd.error(endingVideoOf: camera, in: events))) },
    ]
  }

  /// Ends the session and its outputs. Frames that have arrived are still drawn on, written and reported.
  ///
  /// - Returns: the movie; nil if it has ended by itself.
  private func finish() async throws -> CapturedMovie? {
    keys?.stop()
    if let effects {
      // Waits until the frames that have arrived are drawn on and written.
      await session.stopRunning()
      await effects.finish()
    }
    let recorded = await movie.stopRecording()
    await session.stopRunning()
    server?.stop()
    // Ends photo requests for which no frame arrived.
    if let photos { try await session.remove(photos.output) }
    // Waits until the frame that is being searched is reported.
    if let metadata { try await session.remove(metadata) }
    return recorded
  }

  /// Writes the detected faces, and zooms by them, until the output leaves the session. A failed search ends the
  /// recording.
  private func report(_ output: MetadataOutput, _ end: AsyncStream<RecordingEnd>.Continuation) async {
    do {
      for try await found in output.objects {
        faceSize?.update(with: found)
        guard reportsFaces else { continue }
        let time = (found.time - (first.time ?? found.time)).seconds
        let faces = found.faces.map { $0.reported(withLandmarks: true) }
        try Console.print(jsonLine: MetadataReport(time: time, faces: faces))
      }
    } catch let error as CaptureError {
      end.yield(.device(error))
    } catch {
      // Nobody reads standard output any more; the recording goes on.
    }
  }
}
