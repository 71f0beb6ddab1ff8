import Effects
import Imaging
import Testing

@testable import Capture

@Suite struct CaptureSessionPresetTests {
  private static func format(
    _ width: Int, _ height: Int, _ pixelFormat: CapturePixelFormat, _ rates: ClosedRange<Int32>
  ) -> CaptureDeviceFormat {
    CaptureDeviceFormat(
      dimensions: PixelSize(width: width, height: height), pixelFormat: pixelFormat,
      frameRates: [FrameRateRange(rates)])
  }

  /// Formats as webcams have them: uncompressed ones are slow at large sizes.
  private static let webcam = [
    format(160, 120, .yuyv422, 5...30), format(640, 480, .yuyv422, 5...30), format(640, 480, .motionJPEG, 5...30),
    format(1280, 720, .yuyv422, 5...10), format(1280, 720, .motionJPEG, 5...30),
    format(1920, 1080, .motionJPEG, 5...30), format(2592, 1944, .motionJPEG, 5...15),
  ]

  private static let table: [(CaptureSessionPreset, String?)] = [
    (.photo, "2592x1944 motionJPEG 5-15"), (.high, "1920x1080 motionJPEG 5-30"),
    (.medium, "640x480 yuyv422 5-30"), (.low, "160x120 yuyv422 5-30"), (.vga640x480, "640x480 yuyv422 5-30"),
    (.hd1280x720, "1280x720 motionJPEG 5-30"), (.hd1920x1080, "1920x1080 motionJPEG 5-30"), (.cif352x288, nil),
    (.hd4K3840x2160, nil), (.inputPriority, nil),
  ]

  @Test(arguments: table)
  func `statement 2.1: a preset selects the best format with the best rates`(
    preset: CaptureSessionPreset, expected: String?
  ) {
    #expect(preset.format(of: Self.webcam)?.description == expected)
  }

  /// A larger format that is slow, and a smaller one that is not.
  private static let slowWhereLarge = [format(320, 240, .yuyv422, 5...30), format(640, 480, .yuyv422, 5...15)]

  private static let needs: [(CaptureSessionPreset, FormatRequirements, Int)] = [
    (.medium, FormatRequirements(), 640), (.medium, FormatRequirements(minimumFrameRate: 24), 320),
    (.medium, FormatRequirements(minimumDimensions: PixelSize(width: 400, height: 300)), 640),
    (.low, FormatRequirements(), 320),
    (.low, FormatRequirements(minimumDimensions: PixelSize(width: 400, height: 300)), 640),
    // Requirements that no format meets are dropped.
    (.medium, FormatRequirements(minimumDimensions: PixelSize(width: 400, height: 300), minimumFrameRate: 24), 640),
    // Exact requirements of a preset stay.
    (.vga640x480, FormatRequirements(minimumFrameRate: 24), 640),
    (.photo, FormatRequirements(), 640),
  ]

  @Test(arguments: needs)
  func `statement 2.1: a preset selects among the formats that meet the outputs' needs`(
    preset: CaptureSessionPreset, needs: FormatRequirements, width: Int
  ) {
    #expect(preset.format(of: Self.slowWhereLarge, for: needs)?.dimensions.width == width)
  }

  @Test func `statement 2.1: the session combines the needs of its outputs`() async throws {
    let device = CaptureDevice(name: "generator", formats: Self.slowWhereLarge) { format, index in
      VirtualCamera.picture(format.dimensions, index)
    }
    let session = CaptureSession(clock: ManualClock())
    try await session.setSessionPreset(.medium)
    let (data, movie) = (VideoDataOutput(), MovieFileOutput())
    try await session.add(CaptureInput(device: device))
    try await session.add(data)
    #expect(device.activeFormat.dimensions.width == 640)
    try await session.add(movie)
    #expect(device.activeFormat.dimensions.width == 320)
    // Beside an effect on the movie it is the same.
    try await session.remove(movie)
    #expect(device.activeFormat.dimensions.width == 640)
    let effects = VideoEffectOutput(EffectStack([]), outputs: [movie])
    try await session.add(effects)
    #expect(device.activeFormat.dimensions.width == 320)
    // Both cannot be had.
    data.formatRequirements = FormatRequirements(minimumDimensions: PixelSize(width: 640, height: 480))
    try await session.setSessionPreset(.medium)
    #expect(device.activeFormat.dimensions.width == 640)
    #expect(
      data.formatRequirements.joined(with: movie.formatRequirements(for: .medium))
        == FormatRequirements(minimumDimensions: PixelSize(width: 640, height: 480), minimumFrameRate: 24))
    // Photos are as large as they can be, whatever else there is.
    data.formatRequirements = FormatRequirements()
    try await session.setSessionPreset(.photo)
    #expect(device.activeFormat.dimensions.width == 640)
  }

  @Test func `a slow camera has a high preset too`() {
    let slow = [Self.format(640, 480, .yuyv422, 5...15), Self.format(1280, 720, .yuyv422, 5...7)]
    #expect(CaptureSessionPreset.high.format(of: slow)?.dimensions == PixelSize(width: 640, height: 480))
  }

  private let sizes = [(640, 480), (1280, 720)].map { PixelSize(width: $0.0, height: $0.1) }

  @Test func `statement 2.12: a preset without a format is refused before`() async throws {
    let session = CaptureSession()
    try await session.add(CaptureInput(device: VirtualCamera.device(sizes: sizes)))
    #expect(await session.canSetSessionPreset(.vga640x480))
    #expect(await !session.canSetSessionPreset(.hd1920x1080))
    await #expect(throws: CaptureError.self) { try await session.setSessionPreset(.hd1920x1080) }
    #expect(await session.sessionPreset == .high)
    let other = CaptureSession()
    try await other.setSessionPreset(.hd4K3840x2160)
    let input = try CaptureInput(device: VirtualCamera.device(sizes: sizes))
    #expect(await !other.canAdd(input))
  }

  @Test func `statement 2.4: a format set on the device has priority over the preset`() async throws {
    let clock = ManualClock()
    let session = CaptureSession(clock: clock)
    let device = VirtualCamera.device(sizes: sizes)
    let output = RecordingOutput()
    try await session.add(CaptureInput(device: device))
    try await session.add(output)
    #expect(device.activeFormat.dimensions == sizes[1])
    try device.configure { (device) throws(CaptureError) in try device.setActiveFormat(self.format(0)) }
    #expect(await session.sessionPreset == .inputPriority)
    try await session.startRunning()
    await clock.advance(by: .zero)
    #expect(output.frames.map(\.size) == [sizes[0]])
    try await session.setSessionPreset(.hd1280x720)
    #expect(await session.sessionPreset == .hd1280x720)
    await clock.advance(by: .parts(1, of: 30))
    #expect(output.frames.map(\.size).last == sizes[1])
  }

  private func format(_ index: Int) -> CaptureDeviceFormat {
    CaptureDeviceFormat(dimensions: sizes[index], pixelFormat: .rgb24, frameRates: [FrameRateRange(1...30)])
  }

  @Test func `statement 2.4: a format set while it runs restarts the device once`() async throws {
    let clock = ManualClock()
    let session = CaptureSession(clock: clock)
    let device = VirtualCamera.device(sizes: sizes)
    let output = RecordingOutput()
    try await session.add(CaptureInput(device: device))
    try await session.add(output)
    try await session.startRunning()
    await clock.advance(by: .parts(2, of: 30))
    try device.configure { (device) throws(CaptureError) in
      try device.setActiveFormat(self.format(0))
      try device.setActiveVideoMinFrameDuration(.parts(1, of: 10))
    }
    #expect(await eventually { await session.startCount == 2 })
    await clock.advance(by: .parts(2, of: 10))
    #expect(output.frames.map(\.size) == [1, 1, 1, 0, 0, 0].map { sizes[$0] })
    #expect(output.times.suffix(3) == [.parts(2, of: 30), .parts(5, of: 30), .parts(8, of: 30)])
  }
}
