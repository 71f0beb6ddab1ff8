import Foundation
import FrameStream
import Imaging
import Testing

@testable import Capture

@Suite struct FrameAttachmentTests {
  private let clock = ManualClock()
  private let cameras: EmulatedCameras

  init() throws { cameras = try EmulatedCameras() }

  /// A camera that sees 90 degrees, so that its focal length is half its width: 18 mm on film.
  private func camera(_ size: PixelSize) -> CaptureDevice {
    CaptureDevice(
      name: "wide",
      formats: [
        CaptureDeviceFormat(
          dimensions: size, pixelFormat: .rgb24, frameRates: [FrameRateRange(1...30)], fieldOfView: Angle(degrees: 90))
      ], generating: { format, index in VirtualCamera.picture(format.dimensions, index) })
  }

  @Test func `statement 3.6: frames carry the focal length, and the intrinsics on request`() async throws {
    let session = CaptureSession(clock: clock)
    let (plain, asked) = (RecordingOutput(), RecordingOutput())
    let device = camera(PixelSize(width: 64, height: 48))
    try await session.add(CaptureInput(device: device))
    try await session.add(plain)
    try await session.add(asked)
    let connection = try #require(await session.connections.last)
    #expect(connection.isCameraIntrinsicMatrixDeliverySupported && !connection.isCameraIntrinsicMatrixDeliveryEnabled)
    try connection.setCameraIntrinsicMatrixDeliveryEnabled(true)
    try await session.startRunning()
    await clock.advance(by: .zero)
    let (first, other) = (try #require(plain.frames.last), try #require(asked.frames.last))
    #expect(first.attachments.intrinsics == nil && first.attachments.exposureTime == nil)
    let intrinsics = try #require(other.attachments.intrinsics)
    for frame in [first, other] { #expect(abs((frame.attachments.focalLengthIn35mmFilm ?? 0) - 18) < 1e-9) }
    #expect(abs(intrinsics.focalLengthX - 32) < 1e-9 && abs(intrinsics.focalLengthY - 32) < 1e-9)
    #expect(intrinsics.principalPointX == 32 && intrinsics.principalPointY == 24)

    // A zoom multiplies it, and keeps the principal point centred.
    try device.configure { (device) throws(CaptureError) in try device.setVideoZoomFactor(2) }
    await clock.advance(by: .parts(2, of: 30))
    let zoomed = try #require(asked.frames.last?.attachments)
    #expect(abs((zoomed.focalLengthIn35mmFilm ?? 0) - 36) < 1e-9)
    let closer = try #require(zoomed.intrinsics)
    #expect(abs(closer.focalLengthX - 64) < 1e-9 && abs(closer.principalPointX - 32) < 1e-9)
    #expect(closer.matrix[0] == [closer.focalLengthX, 0, closer.principalPointX])
  }

  @Test func `statement 3.6: a point of the world stays on its pixel through a reduced crop`() {
    let intrinsics = CameraIntrinsics(focalLengthX: 500, focalLengthY: 510, principalPointX: 310, principalPointY: 250)
    let (source, size) = (PixelSize(width: 640, height: 480), PixelSize(width: 160, height: 90))
    let region = NormalizedRect(x: 0.25, y: 0.3, width: 0.5, height: 0.375)
    let cropped = intrinsics.cropped(to: region, of: source, as: size)
    for (x, y) in [(0.0, 0.0), (0.1, -0.2), (-0.3, 0.05)] {
      let whole = (500 * x + 310, 510 * y + 250)
      let part = (
        cropped.focalLengthX * x + cropped.principalPointX, cropped.focalLengthY * y + cropped.principalPointY
      )
      #expect(abs((whole.0 - 160) * 160 / 320 - part.0) < 1e-9 && abs((whole.1 - 144) * 90 / 180 - part.1) < 1e-9)
    }
  }

  @Test func `statement 3.6: a source's attachments are passed on, and cropped with its frames`() async throws {
    let session = CaptureSession(clock: clock)
    let output = RecordingOutput()
    let size = VirtualCamera.size
    let device = CaptureDevice(
      name: "film",
      formats: [CaptureDeviceFormat(dimensions: size, pixelFormat: .rgb24, frameRates: [FrameRateRange(rate: 30)])],
      frames: { _ in FrameSequence(Attached(base: VirtualCamera.Source(times: [.zero, .parts(1, of: 30)]))) })
    try await session.add(CaptureInput(device: device))
    try await session.add(output)
    try device.configure { (device) throws(CaptureError) in try device.setVideoZoomFactor(1.5) }
    try await session.startRunning()
    await clock.advance(by: .parts(1, of: 30))
    let attachments = try #require(output.frames.last?.attachments)
    #expect(attachments.exposureTime == 0.008 && abs((attachments.focalLengthIn35mmFilm ?? 0) - 39) < 1e-9)
    // Its field of view is unknown, so nothing can be requested.
    let connection = try #require(await session.connections.first)
    #expect(throws: CaptureError.self) { try connection.setCameraIntrinsicMatrixDeliveryEnabled(true) }
  }

  private struct Attached: FrameSource {
    var base: VirtualCamera.Source

    mutating func nextFrame() throws(FrameStreamError) -> Frame? {
      guard var frame = try base.nextFrame() else { return nil }
      frame.attachments = FrameAttachments(focalLengthIn35mmFilm: 26, exposureTime: 0.008)
      return frame
    }
  }

  @Test func `statement 3.6: a camera's frames carry its exposure time, which is read again now and then`() async throws
  {
    try cameras.plugIn("video0", ["format GREY 16x8 100", "control 0x009a0902 1 1 1000 1 200 0 Exposure Time"])
    let device = try #require(cameras.discovery().devices.first)
    let camera = try await RecordedCamera(device)
    let (session, output) = (camera.session, camera.output)
    #expect(await eventually { output.frames.first?.attachments.exposureTime == 0.02 })
    try device.configure { (device) throws(CaptureError) in try device.setValue(50, for: .exposureTime) }
    #expect(await eventually { output.frames.last?.attachments.exposureTime == 0.005 })
    await session.stopRunning()
  }
}
