import FoundationEssentials
import Imaging
import Kernels
import Testing

@testable import Capture

/// Formats and controls of cameras without a driver.
@Suite struct CameraFormatTests {
  private let cameras: EmulatedCameras

  init() throws { cameras = try EmulatedCameras() }

  private func camera(_ lines: [String]) throws -> CaptureDevice {
    try cameras.plugIn("video0", lines)
    return try #require(cameras.discovery().devices.first)
  }

  @Test func `statement 2.5: formats are known without running the camera`() throws {
    let device = try camera([
      "format YUYV 640x480 30,15", "format MJPG 1280x720 60,30000/1001", "format YU12 320x240 30",
      "range GREY 64x48 1024x768 16x16 5 100", "format H264 1920x1080 30",
      "format S910 800x600 30",
    ])
    let texts = device.formats.map(\.description)
    #expect(texts.contains("640x480 yuyv422 15, 30") && texts.contains("1280x720 motionJPEG 29.97, 60"))
    #expect(texts.contains("320x240 yuv420VideoRange 30"))
    // The ends of a range, and the usual sizes between that are on its steps.
    #expect(
      texts.filter { $0.contains("gray") } == [
        "64x48 gray 5-100", "320x240 gray 5-100", "640x480 gray 5-100", "1024x768 gray 5-100",
      ])
    // What cannot be read is none that could be set.
    #expect(texts.contains("1920x1080 h264 30") && !texts.contains { $0.contains("800x600") })
    let ntsc = try #require(device.formats.first { $0.pixelFormat == .motionJPEG }?.videoSupportedFrameRateRanges.first)
    #expect(ntsc.minFrameDuration == MediaTime(value: 1001, timescale: 30000))
    #expect(device.formats.allSatisfy { !$0.isVideoStabilizationSupported && $0.videoMaxZoomFactor >= 1 })
    #expect(device.formats.allSatisfy { $0.videoZoomFactorUpscaleThreshold == 1 })
    #expect(
      device.formats.allSatisfy { $0.mediaType == .video && $0.videoFieldOfView == nil && $0.isVideoBinned == nil })
  }

  @Test func `statement 2.6: formats are listed by rising size, those that need least work first`() throws {
    let device = try camera([
      "format MJPG 1280x720 30", "format MJPG 640x480 30", "format YUYV 640x480 30", "format YU12 640x480 30",
      "format YUYV 160x120 30",
    ])
    #expect(
      device.formats.map(\.description) == [
        "160x120 yuyv422 30", "640x480 yuv420VideoRange 30", "640x480 yuyv422 30", "640x480 motionJPEG 30",
        "1280x720 motionJPEG 30",
      ])
  }

  @Test func `statement 2.12: a camera with two sizes refuses other presets`() throws {
    let device = try camera(["format YUYV 640x480 30", "format YUYV 1280x720 10"])
    let supported = CaptureSessionPreset.allCases.filter(device.supportsSessionPreset)
    #expect(supported == [.photo, .high, .medium, .low, .vga640x480, .hd1280x720, .inputPriority])
  }

  /// The first frame of a camera that gives some bytes.
  private func firstFrame(_ code: String, _ size: PixelSize, _ bytes: [UInt8], besides lines: [String] = [])
    async throws
    -> Frame
  {
    let file = try cameras.folder.file("recording", bytes)
    let device = try camera(["format \(code) \(size) 100 \(file.path)", "free"] + lines)
    let session = CaptureSession()
    let output = RecordingOutput()
    try await session.add(CaptureInput(device: device))
    try await session.add(output)
    try await session.startRunning()
    #expect(await eventually { !output.frames.isEmpty })
    await session.stopRunning()
    return try #require(output.frames.first)
  }

  @Test(arguments: [PixelSize(width: 4, height: 4), PixelSize(width: 5, height: 3)])
  func `statement 2.13: packed 4:2:2 becomes 4:2:0 of video range`(size: PixelSize) async throws {
    let rowBytes = (size.width + 1) / 2 * 4
    let bytes = (0..<rowBytes * size.height).map { UInt8(truncatingIfNeeded: 16 + $0 * 7) }
    for code in ["YUYV", "UYVY"] {
      let (y, c) = code == "YUYV" ? (0, 1) : (1, 0)
      let frame = try await firstFrame(code, size, bytes)
      let picture = try #require(frame.picture as? YCbCrPicture)
      #expect(!picture.layout.isFullRange && picture.layout.halvesWidth && picture.layout.halvesHeight)
      var luma: [UInt8] = []
      var cb: [UInt8] = []
      var cr: [UInt8] = []
      for row in 0..<size.height { luma += (0..<size.width).map { bytes[row * rowBytes + 2 * $0 + y] } }
      for row in stride(from: 0, to: size.height, by: 2) {
        let next = min(row + 1, size.height - 1)
        for column in 0..<size.half.width {
          func mean(_ place: Int) -> UInt8 {
            UInt8((Int(bytes[row * rowBytes + place]) + Int(bytes[next * rowBytes + place]) + 1) / 2)
          }
          cb.append(mean(4 * column + c))
          cr.append(mean(4 * column + c + 2))
        }
      }
      #expect(picture.luma.bytes == luma && picture.cb?.bytes == cb && picture.cr?.bytes == cr)
    }
  }

  @Test func `statement 2.3: planes come as they are, and pixels in another layout change nothing of the device`()
    async throws
  {
    let size = PixelSize(width: 4, height: 2)
    let bytes: [UInt8] = [81, 145, 41, 235, 16, 100, 120, 140, 90, 54, 240, 34]
    let planar = try await firstFrame("YU12", size, bytes)
    let picture = try #require(planar.picture as? YCbCrPicture)
    #expect(picture.luma.bytes + (picture.cb?.bytes ?? []) + (picture.cr?.bytes ?? []) == bytes)
    #expect(planar.pixels.format == .rgba8 && planar.pixels.size == size)
    let interleaved = try await firstFrame("NV12", size, Array(bytes.prefix(8)) + [90, 240, 54, 34])
    let other = try #require(interleaved.picture as? YCbCrPicture)
    #expect(other.luma == picture.luma && other.cb == picture.cb && other.cr == picture.cr)
    #expect(interleaved.pixels == planar.pixels)
    let device = try #require(cameras.discovery().devices.first)
    #expect(device.activeFormat.pixelFormat == .yuv420VideoRange)
  }

  @Test func `the driver's stated range is used`() async throws {
    let size = PixelSize(width: 2, height: 2)
    let frame = try await firstFrame("YU12", size, [0, 255, 0, 255, 128, 128], besides: ["full"])
    #expect(frame.pixels.bytes == [0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255])
  }

  @Test func `colours and gray are delivered unchanged`() async throws {
    let size = PixelSize(width: 2, height: 1)
    let rgb = try await firstFrame("RGB3", size, [1, 2, 3, 4, 5, 6])
    let bgr = try await firstFrame("BGR3", size, [3, 2, 1, 6, 5, 4])
    #expect(rgb.pixels.bytes == [1, 2, 3, 255, 4, 5, 6, 255] && bgr.pixels == rgb.pixels)
    let gray = try await firstFrame("GREY", size, [7, 200])
    #expect(gray.pixels.bytes == [7, 7, 7, 255, 200, 200, 200, 255])
  }

  private static let controls = [
    "control 0x00980900 1 -64 64 1 0 0 Brightness", "control 0x009a090c 2 0 1 1 1 0 Focus, Auto",
    "control 0x009a090d 1 100 500 10 100 0 Zoom, Absolute",
    "control 0x009a0923 1 0 270 90 180 4 Camera Sensor Rotation",
  ]

  @Test func `statement 13.9: controls are asked, not assumed, and set within their limits`() throws {
    let device = try camera(["format YUYV 640x480 30"] + Self.controls)
    let controls = try device.controls()
    #expect(controls.map(\.name) == ["Brightness", "Focus, Auto", "Zoom, Absolute", "Camera Sensor Rotation"])
    let zoom = try #require(controls.first { $0.identifier == .zoom })
    #expect(zoom.range == 100...500 && zoom.step == 10 && zoom.defaultValue == 100 && zoom.kind == .integer)
    #expect(device.isControlSupported(.zoom) && !device.isControlSupported(.focus))
    // It can be read only.
    #expect(!device.isControlSupported(.sensorRotation))
    #expect(try device.value(of: .sensorRotation) == 180)
    var refusals = 0
    try device.configure { (device) throws(CaptureError) in
      try device.setValue(250, for: .zoom)
      try device.setValue(-64, for: .brightness)
      for (value, control) in [
        (501, CaptureControl.Identifier.zoom), (255, .zoom), (90, .sensorRotation), (1, .exposureTime),
      ] {
        if isRefused({ () throws(CaptureError) in try device.setValue(Int64(value), for: control) }) { refusals += 1 }
      }
    }
    #expect(refusals == 4)
    #expect(try device.value(of: .zoom) == 250)
    #expect(try device.value(of: .brightness) == -64)
    #expect(throws: CaptureError.self) { try device.value(of: .exposureTime) }
  }
}
