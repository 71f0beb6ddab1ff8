import FrameStream
import Glibc
import Imaging
import Synchronization
import Testing

@testable import Capture

@Suite struct ZoomTests {
  private static let size = PixelSize(width: 128, height: 96)
  private let clock = ManualClock()
  private let session: CaptureSession
  private let camera: CaptureDevice
  private let factors: Factors

  init() async throws {
    session = CaptureSession(clock: clock)
    camera = VirtualCamera.device("zooming", sizes: [Self.size])
    factors = Factors(camera)
    try await session.add(CaptureInput(device: camera))
    try await session.add(factors)
    try await session.startRunning()
    await clock.advance(by: .zero)
  }

  /// The factor at each frame.
  private final class Factors: CaptureOutput {
    let mediaTypes: [CaptureMediaType] = [.video]
    private let camera: CaptureDevice
    private let found = Mutex<[(time: Double, factor: Double)]>([])

    init(_ camera: CaptureDevice) { self.camera = camera }

    var all: [(time: Double, factor: Double)] { found.withLock { $0 } }
    func clear() { found.withLock { $0 = [] } }
    func receive(_ sample: CaptureSample, from connection: CaptureConnection) {
      guard case .frame(let frame) = sample, let factor = camera.videoZoomFactor(at: frame.time) else { return }
      found.withLock { $0.append((frame.time.seconds, factor)) }
    }
  }

  private func advance(_ frames: Int64) async { await clock.advance(by: .parts(frames, of: 30)) }

  private func ramp(to factor: Double, _ rate: Double) throws {
    try camera.configure { (device) throws(CaptureError) in try device.ramp(toVideoZoomFactor: factor, withRate: rate) }
  }

  @Test(arguments: [(1.0, 8.0, 1.0), (8.0, 1.0, 3.0), (2.0, 7.3, 0.5), (6.0, 5.9, 0.7)])
  func `statement 8.4: a ramp has each frame's factor by its formula`(from: Double, to: Double, rate: Double)
    async throws
  {
    try camera.configure { (device) throws(CaptureError) in try device.setVideoZoomFactor(from) }
    factors.clear()
    try ramp(to: to, rate)
    #expect(camera.isRampingVideoZoom)
    await advance(150)
    let found = factors.all
    let start = try #require(found.first?.time)
    #expect(found.count == 150)
    for (time, factor) in found {
      let grown = from * exp2((to > from ? rate : -rate) * (time - start))
      let expected = to > from ? min(to, grown) : max(to, grown)
      #expect(abs(factor / expected - 1) < 1e-6)
    }
    #expect(abs(camera.videoZoomFactor - to) < 1e-9 && !camera.isRampingVideoZoom)
  }

  @Test func `statement 8.4: dropped frames and a gap do not change the formula`() async throws {
    try camera.configure { (device) throws(CaptureError) in
      try device.setActiveVideoMinFrameDuration(.parts(1, of: 7))
      try device.ramp(toVideoZoomFactor: 8, withRate: 1)
    }
    await clock.advance(by: .parts(2, of: 1))
    let found = factors.all.dropFirst()
    let start = try #require(found.first?.time)
    #expect(found.count > 10)
    for (time, factor) in found { #expect(abs(factor / exp2(time - start) - 1) < 1e-6) }
  }

  @Test func `statement 8.5: changes of rate are smooth, and the picture never jumps`() async throws {
    try ramp(to: 12, 2)
    await advance(15)
    try ramp(to: 12, 0.5)
    await advance(15)
    // Round in the middle of a change.
    try ramp(to: 1, 2)
    await advance(4)
    try ramp(to: 12, 1)
    await advance(20)
    try camera.configure { (device) throws(CaptureError) in try device.cancelVideoZoomRamp() }
    await advance(20)
    #expect(!camera.isRampingVideoZoom)
    let octaves = factors.all.map { log2($0.factor) }
    let steps = zip(octaves.dropFirst(), octaves).map { $0 - $1 }
    #expect(steps.allSatisfy { abs($0) <= 2.0 / 30 + 1e-9 })
    // From rest a ramp has its rate at once, by its formula; later rates change by at most 4 octaves/s in a quarter
    // second.
    let bends = zip(steps.dropFirst(2), steps.dropFirst()).map { abs($0 - $1) }
    #expect((bends.max() ?? 1) <= 4 / 0.25 / 900 + 1e-9)
    #expect(steps.suffix(10).allSatisfy { $0 == 0 })
    // It eased out, and did not stop dead.
    let last = steps.lastIndex { $0 != 0 } ?? 0
    #expect(steps[last] < 0.3 / 30 && steps[last - 4] > steps[last])
  }

  @Test func `statement 8.5: a ramp that reverses at a limit stays within it`() async throws {
    try ramp(to: 12, 3)
    await advance(35)
    try ramp(to: 1, 3)
    await advance(60)
    #expect(factors.all.allSatisfy { $0.factor >= 1 && $0.factor <= 12 })
    #expect(camera.videoZoomFactor == 1 && !camera.isRampingVideoZoom)
    for bad in [0.5, 12.1, .nan, .infinity] { #expect(throws: CaptureError.self) { try ramp(to: bad, 1) } }
    for rate in [0, -1, .nan, .infinity] { #expect(throws: CaptureError.self) { try ramp(to: 2, rate) } }
  }

  @Test func `statement 8.2: up to the upscale threshold a zoom only crops, and the threshold is readable`()
    async throws
  {
    let whole = PixelSize(width: 256, height: 192)
    let format = CaptureDeviceFormat(dimensions: whole, pixelFormat: .rgb24, frameRates: [FrameRateRange(1...30)])
    #expect(format.videoZoomFactorUpscaleThreshold == 1 && format.videoMaxZoomFactor == 16)
    let smaller = format.delivering(Self.size)
    #expect(smaller.videoZoomFactorUpscaleThreshold == 2 && smaller.videoMaxZoomFactor == 24)
    #expect(smaller.asRead == format && smaller.description == "128x96 of 256x192 rgb24 1-30")
    // Columns that differ from one to the next.
    let picture = PixelBuffer(size: whole, format: .rgba8) { bytes in
      for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : UInt8(index / 4 % 256 % 2 * 200) }
    }
    let device = CaptureDevice(name: "large", formats: [format], generating: { _, _ in picture })
    let output = RecordingOutput()
    let session = CaptureSession(clock: clock)
    try await session.add(CaptureInput(device: device))
    try await session.add(output)
    try device.configure { (device) throws(CaptureError) in
      try device.setActiveFormat(smaller)
      try device.setVideoZoomFactor(2)
    }
    try await session.startRunning()
    await clock.advance(by: .zero)
    let frame = try #require(output.frames.first)
    #expect(frame.size == Self.size)
    let row = (0..<128).map { frame.pixels.bytes[4 * $0] }
    let stripes = (0..<128).map { (column: Int) -> UInt8 in column % 2 == 0 ? 0 : 200 }
    #expect(row == stripes)
    try device.configure { (device) throws(CaptureError) in try device.setVideoZoomFactor(1) }
    await advance(1)
    // Made smaller, columns of 0 and 200 become their mean.
    #expect(
      try #require(output.frames.last).pixels.bytes.prefix(40).enumerated().allSatisfy {
        $0.offset % 4 == 3 || abs(Int($0.element) - 100) <= 1
      })
  }

  @Test func `statement 8.3: coordinates of the device stay with the picture that is shown`() async throws {
    try camera.configure { (device) throws(CaptureError) in try device.setVideoZoomFactor(4) }
    let whole = FrameGeometry(uprightSize: Self.size)
    let corner = camera.videoZoomGeometry.convert(NormalizedPoint(x: 1, y: 0), to: whole)
    #expect(abs(corner.x - 0.625) < 1e-9 && abs(corner.y - 0.375) < 1e-9)
    // An object in that corner has the same coordinates on a preview, whatever the zoom.
    let (metadata, preview) = (MetadataOutput(), RecordingOutput())
    try await session.add(metadata)
    try await session.add(preview)
    let connection = try #require(await session.connections.first { $0.output === preview })
    let face = Face(bounds: NormalizedRect(x: 0.9, y: 0, width: 0.1, height: 0.1))
    let shown = metadata.transformedMetadataObject(for: face, connection: connection).bounds
    #expect(shown.intersectionOverUnion(face.bounds) > 0.999_999)
  }

  @Test func `statement 8.6: equal steps of a slider multiply by equal factors`() {
    let format = camera.activeFormat
    let factors = stride(from: 0, through: 1, by: 0.125).map(format.videoZoomFactor(forSliderPosition:))
    #expect(factors.first == 1 && factors.last == format.videoMaxZoomFactor)
    for (factor, next) in zip(factors, factors.dropFirst()) {
      #expect(abs(next / factor - pow(12, 0.125)) < 1e-9)
      #expect(
        abs(format.videoZoomFactor(forSliderPosition: format.sliderPosition(forVideoZoomFactor: factor)) - factor)
          < 1e-9)
    }
    #expect(format.videoZoomFactor(forSliderPosition: -3) == 1 && format.sliderPosition(forVideoZoomFactor: 99) == 1)
  }

  /// A bright square on black, whose position is a fraction of the picture.
  private static func square(_ square: NormalizedRect, _ size: PixelSize) -> PixelBuffer {
    PixelBuffer(size: size, format: .rgba8) { bytes in
      for index in bytes.indices {
        let (x, y) = (Double(index / 4 % size.width) + 0.5, Double(index / 4 / size.width) + 0.5)
        let isInside =
          square.minX <= x / Double(size.width) && x / Double(size.width) < square.maxX
          && square.minY <= y / Double(size.height) && y / Double(size.height) < square.maxY
        bytes[index] = isInside || index % 4 == 3 ? 255 : 0
      }
    }
  }

  @Test func `statement 8.1: one factor applies to video, metadata and preview alike`() async throws {
    let picture = Self.square(NormalizedRect(x: 0.375, y: 0.375, width: 0.25, height: 0.25), Self.size)
    let device = CaptureDevice(name: "square", formats: [camera.activeFormat], generating: { _, _ in picture })
    let (video, preview, metadata) = (RecordingOutput(), PreviewOutput(), MetadataOutput(detector: BrightSquares()))
    let session = CaptureSession(clock: clock)
    try await session.add(CaptureInput(device: device))
    for output in [video, preview, metadata] as [any CaptureOutput] { try await session.add(output) }
    try metadata.setMetadataObjectTypes([.face])
    try await session.startRunning()
    var lists = metadata.objects.makeAsyncIterator()
    for factor in [1.0, 2, 3.5] {
      try device.configure { (device) throws(CaptureError) in try device.setVideoZoomFactor(factor) }
      await advance(1)
      let frame = try #require(video.frames.last)
      #expect(preview.currentFrame == frame && frame.size == Self.size)
      let bright = BrightSquares.bounds(in: frame)
      var list = try await lists.next()
      while let found = list, found.time < clock.time { list = try await lists.next() }
      #expect(abs(try #require(bright).width - 0.25 * factor) < 0.02 && list?.faces.first?.bounds == bright)
    }
  }

  @Test func `statement 4.6: a face that leaves the zoomed view is not found any more`() async throws {
    let picture = Self.square(NormalizedRect(x: 0.125, y: 0.125, width: 0.25, height: 0.25), Self.size)
    let device = CaptureDevice(name: "square", formats: [camera.activeFormat], generating: { _, _ in picture })
    let metadata = MetadataOutput(detector: BrightSquares())
    let session = CaptureSession(clock: clock)
    try await session.add(CaptureInput(device: device))
    try await session.add(metadata)
    try metadata.setMetadataObjectTypes([.face])
    try await session.startRunning()
    var lists = metadata.objects.makeAsyncIterator()
    await clock.advance(by: .zero)
    for (factor, expected) in [(1.0, 0.125), (1.25, 0.03125), (4, nil as Double?), (1, 0.125)] {
      try device.configure { (device) throws(CaptureError) in try device.setVideoZoomFactor(factor) }
      await advance(1)
      var list = try await lists.next()
      while let found = list, found.time < clock.time { list = try await lists.next() }
      #expect(list?.faces.count == (expected == nil ? 0 : 1))
      if let expected, let x = list?.faces.first?.bounds.x { #expect(abs(x - expected) < 0.015) }
    }
  }

  /// A person whose face has this height without zoom.
  private func keepFace(
    _ height: (Double) -> Double?, seconds: Double, from zoom: Double, noise: Double = 0
  ) async throws -> [(time: Double, height: Double, zoom: Double)] {
    try camera.configure { (device) throws(CaptureError) in try device.setVideoZoomFactor(zoom) }
    let keeper = ConstantFaceSizeZoom(device: camera)
    var shown: [(Double, Double, Double)] = []
    var waiting: [TimedMetadataObjects] = []
    let start = clock.time
    for index in 0..<Int(seconds * 30) {
      await advance(1)
      let time = (clock.time - start).seconds
      let factor = camera.videoZoomFactor
      var objects: [any MetadataObject] = []
      if let height = height(time) {
        let seen = height * factor * (1 + noise * sin(Double(index) * 2.4))
        shown.append((time, height * factor, factor))
        objects = [Face(id: 7, bounds: NormalizedRect(x: 0.4, y: 0.3, width: seen * 0.7, height: seen))]
      }
      waiting.append(TimedMetadataObjects(time: clock.time, objects: objects))
      // A search takes two frames.
      if waiting.count > 2 { keeper.update(with: waiting.removeFirst()) }
    }
    return shown
  }

  @Test(arguments: [0, 0.01])
  func `statement 8.7: a face that comes four times nearer keeps its height`(noise: Double) async throws {
    let shown = try await keepFace({ 0.08 / (1 - 0.1875 * $0) }, seconds: 4, from: 4, noise: noise)
    for (time, height, _) in shown where time > 0.5 {
      #expect(abs(height / 0.32 - 1) < 0.05, "\(time)")
    }
    let octaves = shown.map { log2($0.zoom) }
    let steps = zip(octaves.dropFirst(), octaves).map { $0 - $1 }
    // Without jerks: from a frame to the next the step changes by a small part of an octave.
    #expect(zip(steps.dropFirst(), steps).allSatisfy { abs($0 - $1) < (noise > 0 ? 0.03 : 0.012) })
  }

  @Test func `statement 8.7: the zoom stops where the face is lost, and at its limits`() async throws {
    let shown = try await keepFace({ $0 < 2 ? 0.1 * exp2(-0.5 * $0) : nil }, seconds: 4, from: 2)
    #expect(shown.allSatisfy { $0.time < 0.5 || abs($0.height / 0.2 - 1) < 0.05 })
    let last = try #require(shown.last)
    #expect(!camera.isRampingVideoZoom && camera.videoZoomFactor / last.zoom < exp2(0.3))
    let still = camera.videoZoomFactor
    await advance(10)
    #expect(camera.videoZoomFactor == still)
    _ = try await keepFace({ 0.1 * exp2($0) }, seconds: 3, from: 2)
    #expect(camera.videoZoomFactor == 1)
  }

  @Test func `statement 8.8: only connections to photos have scale and crop`() async throws {
    let photos = PhotoOutput()
    try await session.add(photos)
    for connection in await session.connections {
      let isPhoto = connection.output === photos
      #expect(connection.isVideoScaleAndCropSupported == isPhoto)
      #expect(connection.videoMaxScaleAndCropFactor == (isPhoto ? 12 : 1))
      if isPhoto {
        try connection.setVideoScaleAndCropFactor(3)
      } else {
        #expect(throws: CaptureError.self) { try connection.setVideoScaleAndCropFactor(3) }
      }
    }
    let connection = try #require(await session.connections.last)
    #expect(connection.videoScaleAndCropFactor == 3)
    #expect(throws: CaptureError.self) { try connection.setVideoScaleAndCropFactor(12.5) }
  }

  @Test func `a zoom keeps planes as planes, with chroma aligned`() throws {
    // A step of chroma and luma at the same column.
    let size = PixelSize(width: 64, height: 48)
    func plane(_ size: PixelSize, _ low: UInt8, _ high: UInt8) -> PixelBuffer {
      PixelBuffer(size: size, format: .l8, colorSpace: .linearGray) { bytes in
        for index in bytes.indices { bytes[index] = index % size.width < size.width / 2 ? low : high }
      }
    }
    let planes = try YCbCrPlanes(
      luma: plane(size, 40, 200), chroma: (plane(size.half, 90, 170), plane(size.half, 160, 100)),
      chromaLocation: .center)
    let crop = FrameCrop(factor: 2, of: size, as: size)
    let zoomed = try crop.applied(to: Frame(planes: planes, time: .zero))
    let found = try #require(zoomed.yCbCrPlanes)
    #expect(found.luma.size == size && found.cb?.size == size.half && found.chromaLocation == .center)
    #expect(found.luma.bytes[0] == 40 && found.luma.bytes[63] == 200)
    for (luma, chroma) in zip([20, 30, 33, 44], [10, 15, 16, 22]) {
      #expect((found.luma.bytes[luma] > 120) == (try #require(found.cb).bytes[chroma] > 130))
    }
  }
}
