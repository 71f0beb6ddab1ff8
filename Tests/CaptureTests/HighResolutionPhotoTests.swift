import FoundationEssentials
import Imaging
import PhotoFile
import Support
import Testing

@testable import Capture

/// Photos with more pixels than the video beside them.
@Suite struct HighResolutionPhotoTests {
  private let photos = PhotoSession()

  @Test func `statement 6.9: a photo has all pixels beside smaller video`() async throws {
    let device = PhotoSession.camera(PixelSize(width: 256, height: 192))
    try await photos.session.add(CaptureInput(device: device))
    try device.configure { (lock) throws(CaptureError) in
      try lock.setActiveFormat(device.activeFormat.delivering(PixelSize(width: 128, height: 96)))
    }
    try await photos.session.add(photos.output)
    try await photos.session.add(photos.tap)
    try await photos.session.startRunning()
    await photos.clock.advance(by: .zero)
    #expect(photos.output.isHighResolutionCaptureSupported)
    photos.output.isHighResolutionCaptureEnabled = true
    let large = try await photos.take(PhotoSettings(encoding: .png, isHighResolution: true))
    #expect(large.photo.pixels.size == PixelSize(width: 256, height: 192))
    #expect(large.resolvedSettings.previewDimensions == PixelSize(width: 128, height: 96))
    let small = try await photos.take(PhotoSettings(encoding: .png))
    #expect(small.photo.pixels.size == PixelSize(width: 128, height: 96))
    #expect(
      photos.tap.frames.allSatisfy { $0.size == PixelSize(width: 128, height: 96) } && photos.tap.times.count == 3)
  }

  @Test func `statement 6.9: a camera with a larger format gives a photo in it, with a gap that is reported`()
    async throws
  {
    let cameras = try EmulatedCameras()
    try cameras.plugIn("video0", ["format GREY 64x48 50", "format GREY 256x192 20", "patient"])
    let device = try #require(cameras.discovery().devices.first)
    let session = CaptureSession()
    try await session.add(CaptureInput(device: device))
    let small = try #require(device.formats.first { $0.dimensions == PhotoSession.size })
    try device.configure { (lock) throws(CaptureError) in try lock.setActiveFormat(small) }
    let movie = MovieFileOutput()
    for output in [photos.output, photos.tap, movie] as [any CaptureOutput] { try await session.add(output) }
    try await session.startRunning()
    let folder = try TemporaryFolder()
    try movie.startRecording(to: folder.url.appending(path: "a.mp4"))
    #expect(await eventually { photos.tap.frames.count >= 3 })
    // Not unless it may be.
    #expect(!photos.output.isHighResolutionCaptureSupported)
    photos.output.interruptsVideoForHighResolution = true
    #expect(photos.output.isHighResolutionCaptureSupported)
    photos.output.isHighResolutionCaptureEnabled = true
    let photo = try await photos.take(PhotoSettings(encoding: .png, isHighResolution: true))
    #expect(photo.photo.pixels.size == PixelSize(width: 256, height: 192))
    #expect(photo.resolvedSettings.photoDimensions == PixelSize(width: 256, height: 192))
    let before = photos.tap.frames.count
    #expect(await eventually { photos.tap.frames.count >= before + 3 })
    #expect(device.activeFormat == small && photos.tap.frames.allSatisfy { $0.size == PhotoSession.size })
    #expect(
      photos.tap.drops.map(\.reason) == [.discontinuity] && photos.tap.drops.map(\.count) == [nil],
      "\(photos.tap.drops)")
    let recorded = try #require(await movie.stopRecording())
    await session.stopRunning()
    #expect(recorded.error == nil && recorded.frameCount > 5)
    // Two starts of its own, and the camera is free again.
    #expect(await session.startCount == 2 && cameras.openCount == 0)
  }

  @Test func `a camera that gives no photo in its larger format fails the request, and delays nothing else`()
    async throws
  {
    let cameras = try EmulatedCameras()
    // Five frames at a time: too few in the larger format for a photo.
    try cameras.plugIn("video0", ["format GREY 64x48 5", "format GREY 256x192 50", "stalls 5"])
    let device = try #require(cameras.discovery().devices.first)
    let session = CaptureSession()
    try await session.add(CaptureInput(device: device))
    let small = try #require(device.formats.first { $0.dimensions == PhotoSession.size })
    try device.configure { (lock) throws(CaptureError) in try lock.setActiveFormat(small) }
    for output in [photos.output, photos.tap] as [any CaptureOutput] { try await session.add(output) }
    try await session.startRunning()
    #expect(await eventually { photos.tap.frames.count >= 1 })
    (photos.output.interruptsVideoForHighResolution, photos.output.isHighResolutionCaptureEnabled) = (true, true)
    let error = await #expect(throws: CaptureError.self) {
      try await photos.take(PhotoSettings(encoding: .png, isHighResolution: true))
    }
    #expect("\(error, default: "none")".contains("it delivered no photo within 10 s"))
    await session.stopRunning()
    #expect(cameras.openCount == 0)
  }

  @Test(arguments: [false, true])
  func `statement 8.1: photos show the zoomed view, in both sizes`(isHighResolution: Bool) async throws {
    let whole = PixelSize(width: 256, height: 192)
    let device = PhotoSession.camera(whole, showing: PixelRect(x: 96, y: 72, width: 64, height: 48))
    try device.configure { (lock) throws(CaptureError) in
      try lock.setActiveFormat(device.activeFormat.delivering(PixelSize(width: 128, height: 96)))
      try lock.setVideoZoomFactor(2)
    }
    try await photos.session.setSessionPreset(.inputPriority)
    try await photos.start(device)
    photos.output.isHighResolutionCaptureEnabled = true
    let photo = try await photos.take(PhotoSettings(encoding: .png, isHighResolution: isHighResolution)).photo
    #expect(photo.pixels.width == (isHighResolution ? 256 : 128))
    let bright = try #require(BrightSquares.bounds(in: Frame(pixels: photo.pixels, time: .zero)))
    #expect(abs(bright.width - 0.5) < 0.02 && abs(bright.x - 0.25) < 0.02 && abs(bright.height - 0.5) < 0.02)
  }

  @Test func `statement 2.2: the preset for photos gives full photos beside frames of a screen's size`() async throws {
    let sizes = [PixelSize(width: 640, height: 480), PixelSize(width: 3264, height: 2448)]
    let device = VirtualCamera.device("phone", sizes: sizes)
    try await photos.session.setSessionPreset(.photo)
    try await photos.start(device)
    #expect(device.activeFormat.dimensions == PixelSize(width: 1920, height: 1440))
    #expect(photos.tap.frames.first?.size == PixelSize(width: 1920, height: 1440))
    photos.output.isHighResolutionCaptureEnabled = true
    let events = try photos.output.capturePhoto(with: PhotoSettings(encoding: .jpeg(), isHighResolution: true))
    var iterator = events.makeAsyncIterator()
    guard case .willBeginCapture(let resolved) = await iterator.next() else { throw CancellationError() }
    #expect(resolved.photoDimensions == sizes[1] && resolved.previewDimensions.width == 1920)
    // A format set on the device gives full size.
    try device.configure { (lock) throws(CaptureError) in try lock.setActiveFormat(device.formats[1]) }
    #expect(
      await eventually {
        await photos.clock.advance(by: .parts(1, of: 30))
        return photos.tap.frames.last?.size == sizes[1]
      })
  }
}
