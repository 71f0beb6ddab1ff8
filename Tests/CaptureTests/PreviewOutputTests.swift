import Imaging
import Testing

@testable import Capture

@Suite struct PreviewOutputTests {
  private let clock = ManualClock()
  private let session: CaptureSession

  init() { session = CaptureSession(clock: clock) }

  @Test func `statement 1.7: a preview that is paused keeps showing its last frame`() async throws {
    let (preview, other) = (PreviewOutput(), RecordingOutput())
    #expect(preview.currentFrame == nil)
    try await session.add(CaptureInput(device: VirtualCamera.device()))
    try await session.add(preview)
    try await session.add(other)
    try await session.startRunning()
    await clock.advance(by: .parts(4, of: 30))
    let connection = try #require(await session.connections.first { $0.output === preview })
    connection.isEnabled = false
    await clock.advance(by: .parts(5, of: 30))
    #expect(preview.currentFrame?.time == .parts(4, of: 30) && other.times.count == 10)
    // A viewer that starts now gets that frame too.
    var frames = preview.frames.makeAsyncIterator()
    #expect(await frames.next()?.time == .parts(4, of: 30))
    connection.isEnabled = true
    await clock.advance(by: .parts(3, of: 30))
    #expect(await frames.next()?.time == .parts(12, of: 30))
    try await session.remove(preview)
    #expect(await frames.next() == nil)
    var late = preview.frames.makeAsyncIterator()
    #expect(await late.next()?.time == .parts(12, of: 30))
    #expect(await late.next() == nil)
  }

  @Test func `statement 13.8: external cameras are mirrored in a preview by default, and in nothing else`() async throws
  {
    let cameras = try EmulatedCameras()
    try cameras.plugIn("video0", ["format GREY 16x8 30"])
    try cameras.plugIn(
      "video1", bus: "platform:isp",
      ["format GREY 16x8 30", "control 0x009a0922 3 0 2 1 1 4 Camera Orientation"])
    try cameras.plugIn(
      "video2", bus: "platform:isp",
      ["format GREY 16x8 30", "control 0x009a0922 3 0 2 1 0 4 Camera Orientation"])
    for (name, isMirrored) in [("video0", true), ("video1", false), ("video2", true)] {
      let device = try #require(cameras.discovery().devices.first { $0.path?.hasSuffix(name) == true })
      let session = CaptureSession()
      let (preview, video) = (PreviewOutput(), RecordingOutput())
      try await session.add(CaptureInput(device: device))
      try await session.add(preview)
      try await session.add(video)
      for connection in await session.connections {
        #expect(connection.isVideoMirrored == (isMirrored && connection.output === preview), "\(name)")
        try connection.setVideoMirrored(false)
        #expect(connection.videoOrientation == .up)
      }
    }
  }
}
