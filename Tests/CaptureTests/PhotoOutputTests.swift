import Effects
import FilterGraph
import FoundationEssentials
import FrameStream
import Imaging
import PhotoFile
import Support
import Testing

@testable import Capture

/// Requests of photos, and their files, which are read back.
@Suite struct PhotoOutputTests {
  private let photos = PhotoSession()

  @Test func `statement 6.1: a photo's settings may request only what was enabled`() async throws {
    #expect(photos.output.availableMattes.isEmpty)
    #expect(throws: CaptureError.self) { try photos.output.setEnabledMattes([.hair]) }
    #expect(throws: CaptureError.self) { try photos.output.capturePhoto(with: PhotoSettings()) }
    try await photos.start(mattes: [.hair, .skin])
    #expect(throws: CaptureError.self) { try photos.output.setEnabledMattes([.glasses]) }
    try await photos.output.prepare()
    #expect(photos.analysis.state.withLock { $0.prepared } == [.hair, .skin])
    #expect(throws: CaptureError.self) { try photos.output.capturePhoto(with: PhotoSettings(mattes: [.hair, .teeth])) }
    #expect(throws: CaptureError.self) { try photos.output.capturePhoto(with: PhotoSettings(isHighResolution: true)) }
    #expect(throws: CaptureError.self) {
      try photos.output.capturePhoto(with: PhotoSettings(encoding: .default(for: .gif)))
    }
    #expect(try await photos.take(PhotoSettings(mattes: [.hair])).photo.mattes.kinds == [.hair])
    #expect(try await photos.take(PhotoSettings()).photo.mattes.isEmpty)
  }

  @Test func `statement 6.2: a request's callbacks come in order with its ID, and settings are for one photo`()
    async throws
  {
    try await photos.start(mattes: [.portrait])
    let settings = PhotoSettings(mattes: [.portrait])
    let events = try photos.output.capturePhoto(with: settings)
    #expect(throws: CaptureError.self) { try photos.output.capturePhoto(with: settings) }
    await photos.advance(1)
    var names: [String] = []
    for await event in events {
      let resolved: ResolvedPhotoSettings
      switch event {
      case .willBeginCapture(let settings): (resolved, names) = (settings, names + ["begin"])
      case .willCapturePhoto(let settings, _): (resolved, names) = (settings, names + ["will"])
      case .didCapturePhoto(let settings): (resolved, names) = (settings, names + ["did"])
      case .didFinishProcessing(let photo): (resolved, names) = (photo.resolvedSettings, names + ["photo"])
      case .didFinishCapture(let settings, let error):
        (resolved, names) = (settings, names + ["end"])
        #expect(error == nil)
      }
      #expect(resolved.uniqueID == settings.uniqueID)
    }
    #expect(names == ["begin", "will", "did", "photo", "end"])
    #expect(throws: CaptureError.self) { try photos.output.capturePhoto(with: settings) }
  }

  @Test func `statement 6.2: a failure ends the request with its error, and the next photo is taken`() async throws {
    try await photos.start(mattes: [.portrait])
    let failure = CaptureError.failed(device: "test", reason: "torn")
    photos.analysis.state.withLock { $0.failure = failure }
    await #expect(throws: failure) { try await photos.take(PhotoSettings(mattes: [.portrait])) }
    photos.analysis.state.withLock { $0.failure = nil }
    _ = try await photos.take(PhotoSettings(mattes: [.portrait]))
    // Waiting requests end when the output leaves.
    let events = try photos.output.capturePhoto(with: PhotoSettings())
    try await photos.session.remove(photos.output)
    var last: PhotoOutput.Event?
    for await event in events { last = event }
    guard case .didFinishCapture(_, .some) = last else { throw failure }
  }

  private func end(of events: AsyncStream<PhotoOutput.Event>) async -> CaptureError? {
    for await event in events { if case .didFinishCapture(_, let error) = event { return error } }
    return nil
  }

  @Test func `a request ends with an error if the session stops before a frame came`() async throws {
    try await photos.start()
    let events = try photos.output.capturePhoto(with: PhotoSettings())
    await photos.session.stopRunning()
    #expect(await end(of: events)?.description.contains("before a frame came") == true)
    // Before the session runs again, requests wait.
    let later = try photos.output.capturePhoto(with: PhotoSettings())
    try await photos.session.startRunning()
    await photos.advance(1)
    #expect(await end(of: later) == nil)
  }

  @Test func `a request ends with an error if its camera ends`() async throws {
    let format = CaptureDeviceFormat(
      dimensions: PhotoSession.size, pixelFormat: .rgb24, frameRates: [FrameRateRange(1...30)])
    let camera = CaptureDevice(name: "short", formats: [format]) { format, index in
      index < 2 ? VirtualCamera.picture(format.dimensions, 8) : nil
    }
    var ends = photos.session.events.makeAsyncIterator()
    try await photos.start(camera)
    await photos.advance(1)
    let events = try photos.output.capturePhoto(with: PhotoSettings())
    await photos.advance(1)
    while let event = await ends.next() { if case .inputDidEnd = event { break } }
    #expect(await end(of: events)?.description.contains("before a frame came") == true)
  }

  @Test func `statement 6.3: sizes are reported before, and missing mattes are 0x0 after`() async throws {
    try await photos.start(mattes: [.hair, .portrait])
    for hasPerson in [true, false] {
      photos.analysis.state.withLock { $0.hasPerson = hasPerson }
      let events = try photos.output.capturePhoto(with: PhotoSettings(mattes: [.hair, .portrait]))
      await photos.advance(1)
      let half = PixelSize(width: 32, height: 24)
      for await event in events {
        if case .willBeginCapture(let resolved) = event {
          #expect(resolved.photoDimensions == PhotoSession.size && resolved.previewDimensions == PhotoSession.size)
          #expect(resolved.matteDimensions == [.hair: half, .portrait: half])
        }
        if case .didFinishProcessing(let photo) = event {
          let size = hasPerson ? half : PixelSize(width: 0, height: 0)
          #expect(photo.resolvedSettings.matteDimensions == [.hair: size, .portrait: size])
        }
      }
    }
  }

  @Test(arguments: [PhotoFormat.heic, .jpeg])
  func `statement 6.5: HEIC and JPEG hold faces and mattes`(format: PhotoFormat) async throws {
    #expect(EncodingOptions.jpeg().quality == 0.85)
    try await photos.start(mattes: [.hair, .skin, .portrait])
    let taken = try await photos.take(
      PhotoSettings(encoding: .default(for: format), mattes: [.hair, .skin, .portrait]))
    let photo = try Photo(data: taken.fileData)
    #expect(photo.sourceFormat == format && photo.pixels.size == PhotoSession.size && photo.faces.count == 1)
    #expect(photo.mattes.kinds == [.hair, .skin, .portrait])
    if format == .heic { #expect(photo.mattes[.hair]?.pixels.bytes == taken.photo.mattes[.hair]?.pixels.bytes) }
    let bounds = try #require(photo.faces.first?.bounds)
    #expect(abs(bounds.x - photos.analysis.face.x) < 0.001 && abs(bounds.height - photos.analysis.face.height) < 0.001)
  }

  @Test func `statement 6.4: mattes are half the size, and turned on request`() async throws {
    try await photos.start(mattes: [.portrait])
    let connection = try #require(await photos.session.connections.first { $0.output === photos.output })
    try connection.setVideoRotationAngle(90)
    let taken = try await photos.take(PhotoSettings(mattes: [.portrait]))
    #expect(taken.photo.orientation == .right)
    let (stored, upright) = (
      try #require(taken.matte(.portrait)), try #require(taken.matte(.portrait, in: .upright))
    )
    #expect(stored.pixels.size == PixelSize(width: 32, height: 24) && stored.coordinateSpace == .stored)
    #expect(upright.pixels == stored.pixels.oriented(by: .right) && upright.coordinateSpace == .upright)
    #expect(taken.matte(.hair) == nil)
  }

  @Test func `statement 6.6: frames and the movie continue while photos are taken, and requests wait their turn`()
    async throws
  {
    let folder = try TemporaryFolder()
    let movie = MovieFileOutput(bufferCount: 200)
    try await photos.session.add(movie)
    try await photos.start(mattes: [.portrait])
    try movie.startRecording(to: folder.url.appending(path: "a.mp4"))
    let gate = Gate()
    photos.analysis.gate.withLock { $0 = gate }
    var streams: [AsyncStream<PhotoOutput.Event>] = []
    for index in 0..<6 {
      streams.append(try photos.output.capturePhoto(with: PhotoSettings(mattes: index == 0 ? [.portrait] : [])))
      if index == 1 { streams.append(try photos.output.capturePhoto(with: PhotoSettings())) }
      await photos.advance(2)
    }
    #expect(await eventually { gate.isWaitedFor })
    await photos.advance(10)
    #expect(photos.tap.times == (0...22).map { .parts($0, of: 30) })
    photos.analysis.gate.withLock { $0 = nil }
    gate.open()
    var times: [MediaTime] = []
    for stream in streams {
      for await event in stream { if case .didFinishProcessing(let photo) = event { times.append(photo.time) } }
    }
    #expect(times == [1, 3, 3, 5, 7, 9, 11].map { .parts($0, of: 30) })
    let recorded = try #require(await movie.stopRecording())
    #expect(recorded.frameCount == 22 && recorded.droppedFrameCount == 0)
  }

  @Test func `photos too large for memory are refused, and none is lost`() async throws {
    try await photos.start()
    let streams = try (0..<PhotoRequestQueue.capacity).map { _ in try photos.output.capturePhoto(with: PhotoSettings())
    }
    #expect(throws: CaptureError.self) { try photos.output.capturePhoto(with: PhotoSettings()) }
    await photos.advance(1)
    for stream in streams {
      var count = 0
      for await event in stream { if case .didFinishProcessing = event { count += 1 } }
      #expect(count == 1)
    }
    #expect(await eventually { (try? photos.output.capturePhoto(with: PhotoSettings())) != nil })
  }

  @Test func `statement 6.7: the grab is the frame before, and the photo the next`() async throws {
    try await photos.start()
    await photos.advance(4)
    let events = try photos.output.capturePhoto(with: PhotoSettings(encoding: .png))
    await photos.advance(3)
    var grab: Frame?
    for await event in events {
      if case .willCapturePhoto(_, let frame) = event { grab = frame }
      if case .didFinishProcessing(let photo) = event {
        #expect(grab?.time == .parts(4, of: 30) && photo.time == .parts(5, of: 30))
        #expect(grab?.pixels.bytes.first == 24 && photo.photo.pixels.bytes.first == 28)
      }
    }
    #expect(grab != nil)
  }

  @Test func `statement 6.10: stills are rotated and not mirrored`() async throws {
    try await photos.start()
    for connection in await photos.session.connections where connection.inputPort.mediaType == .video {
      try connection.setVideoRotationAngle(180)
      let isOfPhotos = connection.output is PhotoOutput
      #expect(connection.isVideoMirroringSupported == !isOfPhotos)
      if isOfPhotos {
        #expect(throws: CaptureError.self) { try connection.setVideoMirrored(true) }
      } else {
        try connection.setVideoMirrored(true)
      }
    }
    let taken = try await photos.take(PhotoSettings(encoding: .png))
    #expect(taken.photo.orientation == .down)
    #expect(photos.tap.frames.last?.orientation == Orientation.down.then(.upMirrored))
  }

  @Test func `an effect is applied to the photo and not to the frames`() async throws {
    try await photos.start(mattes: [.portrait])
    let plain = try await photos.take(PhotoSettings(encoding: .png))
    let taken = try await photos.take(
      PhotoSettings(
        encoding: .png, mattes: [.portrait],
        effects: EffectStack([ReplaceBackground.replaceBackground(with: Color(red: 0, green: 1, blue: 0))])))
    #expect(taken.photo.mattes.kinds == [.portrait] && plain.photo.mattes.isEmpty)
    // Gray where the matte is white, and elsewhere green.
    #expect(taken.photo.pixels.bytes.enumerated().contains { $0.offset % 4 == 1 && $0.element > 200 })
    #expect(photos.tap.frames.allSatisfy { frame in frame.pixels.bytes.allSatisfy { $0 < 40 } })
  }
}
