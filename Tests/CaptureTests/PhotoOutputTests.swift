import Effects
import FilterGraph
import FoundationEssentials
import FrameStream
import Imaging
import PhotoFile
import Support
import Synchronization
import Testing

@testable import Capture

/// Photos, whose files are read back.
@Suite struct PhotoOutputTests {
  private static let size = PixelSize(width: 64, height: 48)
  private let clock = ManualClock()
  private let session: CaptureSession
  private let tap = RecordingOutput()
  private let analysis = Analysis()
  private let output: PhotoOutput

  init() {
    session = CaptureSession(clock: clock)
    output = PhotoOutput(analysis: analysis)
  }

  /// Finds what the test says.
  private final class Analysis: StillAnalysis {
    let face = NormalizedRect(x: 0.2, y: 0.2, width: 0.2, height: 0.4)
    let state = Mutex<(isSomebody: Bool, prepared: Set<MatteKind>, failure: CaptureError?)>((true, [], nil))
    /// Held up by a test.
    let gate = Mutex<Gate?>(nil)

    func prepare(for mattes: Set<MatteKind>) { state.withLock { $0.prepared = mattes } }

    func faces(in photo: Photo) throws(CaptureError) -> [Face] {
      if let failure = state.withLock({ $0.failure }) { throw failure }
      return state.withLock { $0.isSomebody } ? [Face(bounds: face)] : []
    }

    func mattes(_ kinds: Set<MatteKind>, of photo: Photo, faces: [Face]) -> MatteSet {
      gate.withLock { $0 }?.wait()
      guard state.withLock({ $0.isSomebody }) else { return [] }
      return MatteSet(
        kinds.map { kind in
          Matte(
            kind: kind,
            pixels: PixelBuffer(size: photo.pixels.size.half, format: .l8, colorSpace: .linearGray) { bytes in
              for index in bytes.indices { bytes[index] = index % 7 == 0 ? 255 : UInt8(index % 200) }
            }, coordinateSpace: .stored)
        })
    }
  }

  private static func camera(_ size: PixelSize = size) -> CaptureDevice {
    CaptureDevice(
      name: "generator",
      formats: [CaptureDeviceFormat(dimensions: size, pixelFormat: .rgb24, frameRates: [FrameRateRange(1...30)])],
      generating: { format, index in VirtualCamera.picture(format.dimensions, 4 * (index % 60) + 8) })
  }

  private func start(_ device: CaptureDevice = camera(), mattes: Set<MatteKind> = []) async throws {
    try await session.add(CaptureInput(device: device))
    try await session.add(output)
    try await session.add(tap)
    try output.setEnabledMattes(mattes)
    try await session.startRunning()
    await clock.advance(by: .zero)
  }

  private func advance(_ frames: Int64) async { await clock.advance(by: .parts(frames, of: 30)) }

  private func take(_ settings: PhotoSettings) async throws -> CapturedPhoto {
    let events = try output.capturePhoto(with: settings)
    await advance(1)
    for await event in events {
      switch event {
      case .didFinishProcessing(let photo): return photo
      case .didFinishCapture(_, let error): throw error ?? .failed(device: "test", reason: "no photo")
      default: continue
      }
    }
    throw CaptureError.failed(device: "test", reason: "no end")
  }

  @Test func `statement 6.1: a photo may be asked for what was enabled, and no more`() async throws {
    #expect(output.availableMattes.isEmpty)
    #expect(throws: CaptureError.self) { try output.setEnabledMattes([.hair]) }
    #expect(throws: CaptureError.self) { try output.capturePhoto(with: PhotoSettings()) }
    try await start(mattes: [.hair, .skin])
    #expect(throws: CaptureError.self) { try output.setEnabledMattes([.glasses]) }
    try await output.prepare()
    #expect(analysis.state.withLock { $0.prepared } == [.hair, .skin])
    #expect(throws: CaptureError.self) { try output.capturePhoto(with: PhotoSettings(mattes: [.hair, .teeth])) }
    #expect(throws: CaptureError.self) { try output.capturePhoto(with: PhotoSettings(isHighResolution: true)) }
    #expect(throws: CaptureError.self) {
      try output.capturePhoto(with: PhotoSettings(encoding: .default(for: .gif)))
    }
    #expect(try await take(PhotoSettings(mattes: [.hair])).photo.mattes.kinds == [.hair])
    #expect(try await take(PhotoSettings()).photo.mattes.isEmpty)
  }

  @Test func `statement 6.2: a request's callbacks come in order with its ID, and settings are for one photo`()
    async throws
  {
    try await start(mattes: [.portrait])
    let settings = PhotoSettings(mattes: [.portrait])
    let events = try output.capturePhoto(with: settings)
    #expect(throws: CaptureError.self) { try output.capturePhoto(with: settings) }
    await advance(1)
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
    #expect(throws: CaptureError.self) { try output.capturePhoto(with: settings) }
  }

  @Test func `statement 6.2: a failure ends the request with its error, and the next photo is taken`() async throws {
    try await start(mattes: [.portrait])
    let failure = CaptureError.failed(device: "test", reason: "torn")
    analysis.state.withLock { $0.failure = failure }
    await #expect(throws: failure) { try await take(PhotoSettings(mattes: [.portrait])) }
    analysis.state.withLock { $0.failure = nil }
    _ = try await take(PhotoSettings(mattes: [.portrait]))
    // What waits when the output leaves ends too.
    let events = try output.capturePhoto(with: PhotoSettings())
    try await session.remove(output)
    var last: PhotoCaptureEvent?
    for await event in events { last = event }
    guard case .didFinishCapture(_, .some) = last else { throw failure }
  }

  @Test func `statement 6.3: sizes are told before, and mattes that do not come are 0x0 after`() async throws {
    try await start(mattes: [.hair, .portrait])
    for isSomebody in [true, false] {
      analysis.state.withLock { $0.isSomebody = isSomebody }
      let events = try output.capturePhoto(with: PhotoSettings(mattes: [.hair, .portrait]))
      await advance(1)
      let half = PixelSize(width: 32, height: 24)
      for await event in events {
        if case .willBeginCapture(let resolved) = event {
          #expect(resolved.photoDimensions == Self.size && resolved.previewDimensions == Self.size)
          #expect(resolved.matteDimensions == [.hair: half, .portrait: half])
        }
        if case .didFinishProcessing(let photo) = event {
          let size = isSomebody ? half : PixelSize(width: 0, height: 0)
          #expect(photo.resolvedSettings.matteDimensions == [.hair: size, .portrait: size])
        }
      }
    }
  }

  @Test(arguments: [PhotoFormat.heic, .jpeg])
  func `statement 6.5: HEIC and JPEG hold faces and mattes`(format: PhotoFormat) async throws {
    #expect(EncodingOptions.jpeg().quality == 0.85)
    try await start(mattes: [.hair, .skin, .portrait])
    let taken = try await take(
      PhotoSettings(encoding: .default(for: format), mattes: [.hair, .skin, .portrait]))
    let photo = try Photo(data: taken.fileData)
    #expect(photo.sourceFormat == format && photo.pixels.size == Self.size && photo.faces.count == 1)
    #expect(photo.mattes.kinds == [.hair, .skin, .portrait])
    if format == .heic { #expect(photo.mattes[.hair]?.pixels.bytes == taken.photo.mattes[.hair]?.pixels.bytes) }
    let bounds = try #require(photo.faces.first?.bounds)
    #expect(abs(bounds.x - analysis.face.x) < 0.001 && abs(bounds.height - analysis.face.height) < 0.001)
  }

  @Test func `statement 6.4: mattes are half the size, and turned on request`() async throws {
    try await start(mattes: [.portrait])
    let connection = try #require(await session.connections.first { $0.output === output })
    try connection.setVideoRotationAngle(90)
    let taken = try await take(PhotoSettings(mattes: [.portrait]))
    #expect(taken.photo.orientation == .right)
    let (stored, upright) = (
      try #require(taken.matte(.portrait)), try #require(taken.matte(.portrait, in: .upright))
    )
    #expect(stored.pixels.size == PixelSize(width: 32, height: 24) && stored.coordinateSpace == .stored)
    #expect(upright.pixels == stored.pixels.oriented(by: .right) && upright.coordinateSpace == .upright)
    #expect(taken.matte(.hair) == nil)
  }

  @Test func `statement 6.6: frames and the movie go on while photos are taken, and requests wait their turn`()
    async throws
  {
    let folder = try TemporaryFolder()
    let movie = MovieFileOutput(bufferCount: 200)
    try await session.add(movie)
    try await start(mattes: [.portrait])
    try movie.startRecording(to: folder.url.appending(path: "a.mp4"))
    let gate = Gate()
    analysis.gate.withLock { $0 = gate }
    var streams: [AsyncStream<PhotoCaptureEvent>] = []
    for index in 0..<6 {
      streams.append(try output.capturePhoto(with: PhotoSettings(mattes: index == 0 ? [.portrait] : [])))
      if index == 1 { streams.append(try output.capturePhoto(with: PhotoSettings())) }
      await advance(2)
    }
    #expect(await eventually { gate.isWaitedFor })
    await advance(10)
    #expect(tap.times == (0...22).map { .parts($0, of: 30) })
    analysis.gate.withLock { $0 = nil }
    gate.open()
    var times: [MediaTime] = []
    for stream in streams {
      for await event in stream { if case .didFinishProcessing(let photo) = event { times.append(photo.time) } }
    }
    #expect(times == [1, 3, 3, 5, 7, 9, 11].map { .parts($0, of: 30) })
    let recorded = try #require(await movie.stopRecording())
    #expect(recorded.frameCount == 22 && recorded.droppedFrameCount == 0)
  }

  @Test func `photos that nobody could hold are refused, and none is lost`() async throws {
    try await start()
    let streams = try (0..<PhotoRequestQueue.capacity).map { _ in try output.capturePhoto(with: PhotoSettings()) }
    #expect(throws: CaptureError.self) { try output.capturePhoto(with: PhotoSettings()) }
    await advance(1)
    for stream in streams {
      var count = 0
      for await event in stream { if case .didFinishProcessing = event { count += 1 } }
      #expect(count == 1)
    }
    #expect(await eventually { (try? output.capturePhoto(with: PhotoSettings())) != nil })
  }

  @Test func `statement 6.7: the grab is the frame before, and the photo the next`() async throws {
    try await start()
    await advance(4)
    let events = try output.capturePhoto(with: PhotoSettings(encoding: .png))
    await advance(3)
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

  @Test func `statement 6.8: the overlay is drawn on the photo by the faces of its frame`() async throws {
    let metadata = MetadataOutput(detector: BrightSquares())
    try await session.add(metadata)
    let square = NormalizedRect(x: 0.25, y: 0.25, width: 0.25, height: 0.5)
    let device = CaptureDevice(
      name: "square", formats: [Self.camera().activeFormat],
      generating: { format, _ in
        PixelBuffer(size: format.dimensions, format: .rgba8) { bytes in
          for index in bytes.indices {
            let (x, y) = (index / 4 % 64, index / 4 / 64)
            bytes[index] = (16..<32).contains(x) && (12..<36).contains(y) || index % 4 == 3 ? 255 : 0
          }
        }
      })
    try await start(device)
    try metadata.setMetadataObjectTypes([.face])
    await advance(3)
    var lists = metadata.objects.makeAsyncIterator()
    _ = try await lists.next()
    let seen = Mutex<[Face]>([])
    let taken = try await take(
      PhotoSettings(
        encoding: .png,
        overlay: { subject in
          seen.withLock { $0 = subject.faces }
          guard let bounds = subject.faces.first?.bounds else { return .empty }
          let rect = PixelRect(
            x: Int(bounds.minX * 64 + 0.5), y: Int(bounds.minY * 48 + 0.5), width: Int(bounds.width * 64 + 0.5),
            height: Int(bounds.height * 48 + 0.5))
          return Image.color(Color(red: 1, green: 0, blue: 0)).cropped(to: rect)
        }))
    let face = try #require(seen.withLock { $0 }.first)
    #expect(face.id == 5 && face.bounds == square && face.time == taken.time)
    let pixels = try Photo(data: taken.fileData).pixels
    let (inside, outside) = ((24 * 64 + 24) * 4, (24 * 64 + 40) * 4)
    #expect(Array(pixels.bytes[inside..<inside + 3]) == [255, 0, 0])
    #expect(Array(pixels.bytes[outside..<outside + 3]) == [0, 0, 0])
  }

  @Test func `statement 4.9: stills have the faces of the running search with their identities`() async throws {
    let metadata = MetadataOutput(detector: BrightSquares())
    try await session.add(metadata)
    try await start(VirtualCamera.device("bright", sizes: [Self.size]), mattes: [.portrait])
    let photo = { try Photo(data: try await take(PhotoSettings(encoding: .jpeg())).fileData) }
    #expect(try await photo().faces.isEmpty)
    try metadata.setMetadataObjectTypes([.face])
    // From index 128 on pictures are bright everywhere.
    await advance(140)
    #expect(await eventually { !metadata.faces(near: clock.time).isEmpty })
    let faces = try await photo().faces
    #expect(faces.count == 1 && faces.first?.id == 5)
    #expect(abs(try #require(faces.first).bounds.width - 1) < 0.001)
  }

  @Test func `statement 4.9: a photo that is turned or cropped has its faces where they are`() async throws {
    let metadata = MetadataOutput(detector: BrightSquares())
    try await session.add(metadata)
    let device = CaptureDevice(
      name: "square", formats: [Self.camera().activeFormat],
      generating: { format, _ in
        PixelBuffer(size: format.dimensions, format: .rgba8) { bytes in
          for index in bytes.indices {
            let (x, y) = (index / 4 % 64, index / 4 / 64)
            bytes[index] = (24..<40).contains(x) && (12..<24).contains(y) || index % 4 == 3 ? 255 : 0
          }
        }
      })
    try await start(device)
    try metadata.setMetadataObjectTypes([.face])
    await advance(2)
    var lists = metadata.objects.makeAsyncIterator()
    _ = try await lists.next()
    let connection = try #require(await session.connections.first { $0.output === output })
    try connection.setVideoRotationAngle(90)
    try connection.setVideoScaleAndCropFactor(1.5)
    let taken = try await take(PhotoSettings(encoding: .png))
    let face = try #require(taken.photo.faces.first)
    let bright = try #require(BrightSquares.bounds(in: Frame(pixels: taken.photo.pixels, time: .zero)))
    let expected = Orientation.right.apply(to: bright)
    #expect(abs(face.bounds.x - expected.x) < 0.02 && abs(face.bounds.y - expected.y) < 0.02)
    #expect(abs(face.bounds.width - expected.width) < 0.03 && abs(face.bounds.height - expected.height) < 0.03)
  }

  @Test func `statement 6.9: a photo has all pixels beside smaller video`() async throws {
    let device = Self.camera(PixelSize(width: 256, height: 192))
    try await session.add(CaptureInput(device: device))
    try device.configure { (lock) throws(CaptureError) in
      try lock.setActiveFormat(device.activeFormat.delivering(PixelSize(width: 128, height: 96)))
    }
    try await session.add(output)
    try await session.add(tap)
    try await session.startRunning()
    await clock.advance(by: .zero)
    #expect(output.isHighResolutionCaptureSupported)
    output.isHighResolutionCaptureEnabled = true
    let large = try await take(PhotoSettings(encoding: .png, isHighResolution: true))
    #expect(large.photo.pixels.size == PixelSize(width: 256, height: 192))
    #expect(large.resolvedSettings.previewDimensions == PixelSize(width: 128, height: 96))
    let small = try await take(PhotoSettings(encoding: .png))
    #expect(small.photo.pixels.size == PixelSize(width: 128, height: 96))
    #expect(tap.frames.allSatisfy { $0.size == PixelSize(width: 128, height: 96) } && tap.times.count == 3)
  }

  @Test func `statement 6.9: a camera with a larger format gives a photo in it, with a gap that is told`() async throws
  {
    let cameras = try EmulatedCameras()
    try cameras.plugIn("video0", ["format GREY 64x48 50", "format GREY 256x192 20", "patient"])
    let device = try #require(cameras.discovery().devices.first)
    let session = CaptureSession()
    try await session.add(CaptureInput(device: device))
    let small = try #require(device.formats.first { $0.dimensions == Self.size })
    try device.configure { (lock) throws(CaptureError) in try lock.setActiveFormat(small) }
    let movie = MovieFileOutput()
    for output in [output, tap, movie] as [any CaptureOutput] { try await session.add(output) }
    try await session.startRunning()
    let folder = try TemporaryFolder()
    try movie.startRecording(to: folder.url.appending(path: "a.mp4"))
    #expect(await eventually { tap.frames.count >= 3 })
    // Not unless it may be.
    #expect(!output.isHighResolutionCaptureSupported)
    output.interruptsVideoForHighResolution = true
    #expect(output.isHighResolutionCaptureSupported)
    output.isHighResolutionCaptureEnabled = true
    let photo = try await take(PhotoSettings(encoding: .png, isHighResolution: true))
    #expect(photo.photo.pixels.size == PixelSize(width: 256, height: 192))
    #expect(photo.resolvedSettings.photoDimensions == PixelSize(width: 256, height: 192))
    let before = tap.frames.count
    #expect(await eventually { tap.frames.count >= before + 3 })
    #expect(device.activeFormat == small && tap.frames.allSatisfy { $0.size == Self.size })
    #expect(tap.drops.map(\.reason) == [.discontinuity] && tap.drops.map(\.count) == [nil], "\(tap.drops)")
    let recorded = try #require(await movie.stopRecording())
    await session.stopRunning()
    #expect(recorded.error == nil && recorded.frameCount > 5)
    // Two starts of its own, and the camera is free again.
    #expect(await session.startCount == 2 && cameras.openCount == 0)
  }

  @Test func `a camera that gives no photo in its larger format fails it, and holds up nothing else`() async throws {
    let cameras = try EmulatedCameras()
    // Five frames at a time: too few in the larger format for a photo.
    try cameras.plugIn("video0", ["format GREY 64x48 5", "format GREY 256x192 50", "stalls 5"])
    let device = try #require(cameras.discovery().devices.first)
    let session = CaptureSession()
    try await session.add(CaptureInput(device: device))
    let small = try #require(device.formats.first { $0.dimensions == Self.size })
    try device.configure { (lock) throws(CaptureError) in try lock.setActiveFormat(small) }
    for output in [output, tap] as [any CaptureOutput] { try await session.add(output) }
    try await session.startRunning()
    #expect(await eventually { tap.frames.count >= 1 })
    (output.interruptsVideoForHighResolution, output.isHighResolutionCaptureEnabled) = (true, true)
    let error = await #expect(throws: CaptureError.self) {
      try await take(PhotoSettings(encoding: .png, isHighResolution: true))
    }
    #expect("\(error, default: "none")".contains("it gave no photo in 10 s"))
    await session.stopRunning()
    #expect(cameras.openCount == 0)
  }

  @Test(arguments: [false, true])
  func `statement 8.1: photos show what the zoom shows, in both sizes`(isHighResolution: Bool) async throws {
    let whole = PixelSize(width: 256, height: 192)
    let device = CaptureDevice(
      name: "square", formats: [Self.camera(whole).activeFormat],
      generating: { format, _ in
        PixelBuffer(size: format.dimensions, format: .rgba8) { bytes in
          for index in bytes.indices {
            let (x, y) = (index / 4 % 256, index / 4 / 256)
            bytes[index] = (96..<160).contains(x) && (72..<120).contains(y) || index % 4 == 3 ? 255 : 0
          }
        }
      })
    try device.configure { (lock) throws(CaptureError) in
      try lock.setActiveFormat(device.activeFormat.delivering(PixelSize(width: 128, height: 96)))
      try lock.setVideoZoomFactor(2)
    }
    try await session.setSessionPreset(.inputPriority)
    try await start(device)
    output.isHighResolutionCaptureEnabled = true
    let photo = try await take(PhotoSettings(encoding: .png, isHighResolution: isHighResolution)).photo
    #expect(photo.pixels.width == (isHighResolution ? 256 : 128))
    let bright = try #require(BrightSquares.bounds(in: Frame(pixels: photo.pixels, time: .zero)))
    #expect(abs(bright.width - 0.5) < 0.02 && abs(bright.x - 0.25) < 0.02 && abs(bright.height - 0.5) < 0.02)
  }

  @Test func `statement 2.2: the preset for photos gives full photos beside frames of a screen's size`() async throws {
    let sizes = [PixelSize(width: 640, height: 480), PixelSize(width: 3264, height: 2448)]
    let device = VirtualCamera.device("phone", sizes: sizes)
    try await session.setSessionPreset(.photo)
    try await start(device)
    #expect(device.activeFormat.dimensions == PixelSize(width: 1920, height: 1440))
    #expect(tap.frames.first?.size == PixelSize(width: 1920, height: 1440))
    output.isHighResolutionCaptureEnabled = true
    let events = try output.capturePhoto(with: PhotoSettings(encoding: .jpeg(), isHighResolution: true))
    var iterator = events.makeAsyncIterator()
    guard case .willBeginCapture(let resolved) = await iterator.next() else { throw CancellationError() }
    #expect(resolved.photoDimensions == sizes[1] && resolved.previewDimensions.width == 1920)
    // A format that is set on the device comes in full size.
    try device.configure { (lock) throws(CaptureError) in try lock.setActiveFormat(device.formats[1]) }
    #expect(
      await eventually {
        await clock.advance(by: .parts(1, of: 30))
        return tap.frames.last?.size == sizes[1]
      })
  }

  @Test func `statement 6.10: stills are turned and not mirrored`() async throws {
    try await start()
    for connection in await session.connections where connection.inputPort.mediaType == .video {
      try connection.setVideoRotationAngle(180)
      try connection.setVideoMirrored(true)
    }
    let taken = try await take(PhotoSettings(encoding: .png))
    #expect(taken.photo.orientation == .down)
    #expect(tap.frames.last?.orientation == Orientation.down.then(.upMirrored))
  }

  @Test func `an effect is on the photo and not on the frames`() async throws {
    try await start(mattes: [.portrait])
    let plain = try await take(PhotoSettings(encoding: .png))
    let taken = try await take(
      PhotoSettings(
        encoding: .png, mattes: [.portrait],
        effects: EffectStack([ReplaceBackground.replaceBackground(with: Color(red: 0, green: 1, blue: 0))])))
    #expect(taken.photo.mattes.kinds == [.portrait] && plain.photo.mattes.isEmpty)
    // Gray where the matte is white, and elsewhere green.
    #expect(taken.photo.pixels.bytes.enumerated().contains { $0.offset % 4 == 1 && $0.element > 200 })
    #expect(tap.frames.allSatisfy { frame in frame.pixels.bytes.allSatisfy { $0 < 40 } })
  }
}
