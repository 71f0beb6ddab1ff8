import Imaging
import Testing

@testable import Capture

/// The rules of inputs, outputs and connections.
@Suite struct CaptureGraphTests {
  @Test func `statement 1.1: a port that nothing is connected to gives no data, and its device is not started`()
    async throws
  {
    let clock = ManualClock()
    let session = CaptureSession(clock: clock)
    try await session.add(CaptureInput(device: VirtualCamera.device()))
    try await session.startRunning()
    await clock.advance(by: .parts(1, of: 1))
    #expect(await session.startCount == 0)
    let output = RecordingOutput()
    try await session.add(output)
    await clock.advance(by: .parts(2, of: 30))
    #expect(await session.startCount == 1)
    #expect(output.times == [.parts(30, of: 30), .parts(31, of: 30), .parts(32, of: 30)])
  }

  @Test func `statement 1.2: an input has a port for each kind of media that it gives`() throws {
    let input = try CaptureInput(device: VirtualCamera.device())
    #expect(input.ports.map(\.mediaType) == [.video, .metadataObject])
    #expect(input.ports.allSatisfy { $0.device === input.device })
  }

  @Test func `statement 1.3: connections form between all compatible kinds, whichever comes first`() async throws {
    let (video, objects, sound) = (RecordingOutput(), RecordingOutput([.metadataObject]), RecordingOutput([.audio]))
    let session = CaptureSession()
    try await session.add(video)
    try await session.add(CaptureInput(device: VirtualCamera.device()))
    try await session.add(objects)
    try await session.add(sound)
    let connections = await session.connections
    #expect(connections.map(\.inputPort.mediaType) == [.video, .metadataObject])
    #expect(connections.map { ObjectIdentifier($0.output) } == [ObjectIdentifier(video), ObjectIdentifier(objects)])
  }

  @Test func `statement 1.4: what does not fit is asked before, and is an error`() async throws {
    let session = CaptureSession()
    let device = VirtualCamera.device()
    let input = try CaptureInput(device: device)
    #expect(await session.canAdd(input))
    try await session.add(input)
    let (again, other) = (try CaptureInput(device: device), try CaptureInput(device: VirtualCamera.device("other")))
    for wrong in [input, again, other] {
      #expect(await !session.canAdd(wrong))
      let error = await #expect(throws: CaptureError.self) { try await session.add(wrong) }
      guard case .cannotAdd = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    let output = RecordingOutput()
    try await session.add(output)
    let nothing = RecordingOutput([])
    #expect(await !session.canAdd(output))
    #expect(await !session.canAdd(nothing))
    await #expect(throws: CaptureError.self) { try await session.add(output) }
    await #expect(throws: CaptureError.self) { try await session.add(nothing) }
    #expect(await session.inputs.count == 1)
    #expect(await session.outputs.count == 1)
  }

  @Test func `statement 1.5: connections go with their input, and a new input's have defaults`() async throws {
    let session = CaptureSession()
    let input = try CaptureInput(device: VirtualCamera.device())
    let output = RecordingOutput()
    try await session.add(input)
    try await session.add(output)
    let connection = try #require(await session.connections.first)
    connection.isEnabled = false
    try connection.setVideoMirrored(true)
    try connection.setVideoRotationAngle(90)
    try await session.remove(input)
    #expect(await session.connections.isEmpty)
    try await session.add(CaptureInput(device: VirtualCamera.device()))
    let fresh = try #require(await session.connections.first)
    #expect(fresh !== connection)
    #expect(fresh.isEnabled && !fresh.isVideoMirrored && fresh.videoRotationAngle == 0)
    try await session.remove(output)
    #expect(await session.connections.isEmpty && output.hasLeft)
  }

  @Test func `statement 1.8: a connection says what it supports, and refuses the rest`() async throws {
    let session = CaptureSession()
    let (video, objects) = (RecordingOutput(), RecordingOutput([.metadataObject]))
    try await session.add(CaptureInput(device: VirtualCamera.device()))
    try await session.add(video)
    try await session.add(objects)
    let connections = await session.connections
    let (ofVideo, ofObjects) = (connections[0], connections[1])
    #expect(ofVideo.isVideoMirroringSupported && !ofObjects.isVideoMirroringSupported)
    #expect([0, 90, 180, 270].allSatisfy(ofVideo.isVideoRotationAngleSupported))
    #expect(![45, -90, 360].contains(where: ofVideo.isVideoRotationAngleSupported))
    #expect(!ofVideo.isVideoStabilizationSupported)
    #expect(throws: CaptureError.self) { try ofVideo.setVideoRotationAngle(45) }
    #expect(throws: CaptureError.self) { try ofObjects.setVideoMirrored(true) }
    #expect(throws: CaptureError.self) { try ofObjects.setVideoRotationAngle(90) }
    #expect(ofVideo.videoRotationAngle == 0)
  }

  @Test(arguments: [
    (0, false, Orientation.up), (90, false, .right), (180, false, .down), (270, false, .left), (0, true, .upMirrored),
    (90, true, Orientation.right.then(.upMirrored)),
  ])
  func `frames state their connection's rotation, and their pixels stay`(
    angle: Int, isMirrored: Bool, orientation: Orientation
  ) async throws {
    let clock = ManualClock()
    let session = CaptureSession(clock: clock)
    let output = RecordingOutput()
    try await session.add(CaptureInput(device: VirtualCamera.device()))
    try await session.add(output)
    let connection = try #require(await session.connections.first)
    try connection.setVideoRotationAngle(angle)
    try connection.setVideoMirrored(isMirrored)
    try await session.startRunning()
    await clock.advance(by: .zero)
    #expect(output.frames.map(\.orientation) == [orientation])
    #expect(output.frames.map(\.pixels) == [VirtualCamera.picture(VirtualCamera.size, 0)])
  }
}
