import FrameStream
import Imaging
import Testing

@testable import Capture

@Suite struct CaptureSessionTests {
  private let clock = ManualClock()
  private let session: CaptureSession

  init() { session = CaptureSession(clock: clock) }

  private func frames(_ range: ClosedRange<Int64>, of rate: Int32 = 30) -> [MediaTime] {
    range.map { .parts($0, of: rate) }
  }

  @Test func `statement 1.6: nothing takes effect before the commit, and outputs that stay miss no frame`() async throws
  {
    let (first, second, third) = (RecordingOutput(), RecordingOutput(), RecordingOutput())
    try await session.add(CaptureInput(device: VirtualCamera.device()))
    try await session.add(first)
    try await session.add(second)
    try await session.startRunning()
    await clock.advance(by: .parts(9, of: 30))

    await session.beginConfiguration()
    try await session.remove(second)
    await session.beginConfiguration()
    try await session.add(third)
    try await session.commitConfiguration()
    await clock.advance(by: .parts(10, of: 30))
    #expect(second.times.count == 20 && third.times.isEmpty && !second.hasLeft)
    try await session.commitConfiguration()
    await clock.advance(by: .parts(10, of: 30))

    #expect(first.times == frames(0...29))
    #expect(second.times == frames(0...19) && second.hasLeft)
    #expect(third.times == frames(20...29))
    #expect(await session.startCount == 1)
  }

  @Test func `statement 1.6: an exchange of cameras is one change, with one start of each`() async throws {
    let output = RecordingOutput()
    let (old, new) = (VirtualCamera.device("old"), VirtualCamera.device("new", rates: 1...60))
    let input = try CaptureInput(device: old)
    try await session.add(input)
    try await session.add(output)
    try await session.startRunning()
    await clock.advance(by: .parts(3, of: 30))
    await session.beginConfiguration()
    try await session.remove(input)
    try await session.add(CaptureInput(device: new))
    try await session.commitConfiguration()
    await clock.advance(by: .parts(2, of: 60))
    #expect(await session.startCount == 2)
    #expect(output.times == frames(0...3) + frames(6...8, of: 60))
  }

  @Test func `statement 1.7: a connection that is disabled gives nothing, and the others do not notice`() async throws {
    let (paused, other) = (RecordingOutput(), RecordingOutput())
    try await session.add(CaptureInput(device: VirtualCamera.device()))
    try await session.add(paused)
    try await session.add(other)
    try await session.startRunning()
    await clock.advance(by: .parts(4, of: 30))
    let connection = try #require(await session.connections.first)
    connection.isEnabled = false
    await clock.advance(by: .parts(5, of: 30))
    connection.isEnabled = true
    await clock.advance(by: .parts(5, of: 30))
    #expect(paused.times == frames(0...4) + frames(10...14))
    #expect(other.times == frames(0...14))
    #expect(await session.startCount == 1)
  }

  @Test func `statement 1.9: frames come from the start to the stop, and again after the next start`() async throws {
    let output = RecordingOutput()
    try await session.add(CaptureInput(device: VirtualCamera.device()))
    try await session.add(output)
    await clock.advance(by: .parts(30, of: 30))
    #expect(output.times.isEmpty)
    try await session.startRunning()
    #expect(await session.isRunning)
    await clock.advance(by: .parts(1, of: 30))
    await session.stopRunning()
    #expect(await !session.isRunning)
    await clock.advance(by: .parts(30, of: 30))
    #expect(output.times == frames(30...31))
    try await session.startRunning()
    await clock.advance(by: .parts(1, of: 30))
    #expect(output.times == frames(30...31) + frames(61...62))
  }

  @Test func `statement 1.11: the end of a film, an error and start and stop are events`() async throws {
    var events = session.events.makeAsyncIterator()
    let output = RecordingOutput()
    try await session.add(output)
    let failure = FrameStreamError.malformed(file: "sequence", reason: "no more ink")
    for error in [nil, failure] {
      let device = VirtualCamera.device(times: [.zero, .parts(1, of: 30)], failure: error)
      let input = try CaptureInput(device: device)
      try await session.add(input)
      try await session.startRunning()
      await clock.advance(by: .parts(2, of: 30))
      guard case .didStartRunning = await events.next() else { throw Unexpected() }
      switch await events.next() {
      case .inputDidEnd(let ended): #expect(ended === device && error == nil)
      case .runtimeError(let reason, let failed): #expect(failed === device && reason == .frames(failure))
      default: throw Unexpected()
      }
      // The session itself goes on.
      #expect(await session.isRunning)
      await session.stopRunning()
      guard case .didStopRunning = await events.next() else { throw Unexpected() }
      try await session.remove(input)
    }
    #expect(output.times.count == 4)
  }

  private struct Unexpected: Error {}

  @Test func `statement 1.11: a camera that is unplugged interrupts, and takes its place in one commit`() async throws {
    var events = session.events.makeAsyncIterator()
    let output = RecordingOutput()
    let device = VirtualCamera.device()
    let input = try CaptureInput(device: device)
    try await session.add(input)
    try await session.add(output)
    device.disconnect()
    await #expect(throws: CaptureError.disconnected(device: "generator")) { try await session.startRunning() }
    #expect(await !session.isRunning)
    #expect(throws: CaptureError.disconnected(device: "generator")) { try CaptureInput(device: device) }
    await session.beginConfiguration()
    try await session.remove(input)
    try await session.add(CaptureInput(device: VirtualCamera.device("other")))
    try await session.commitConfiguration()
    try await session.startRunning()
    while let event = await events.next() {
      if case .didStartRunning = event { break }
      guard case .wasInterrupted(.deviceDisconnected, let gone) = event, gone === device else { throw Unexpected() }
    }
    await clock.advance(by: .zero)
    #expect(output.times == [.zero])
  }

  @Test func `a released session stops its devices and notifies its outputs`() async throws {
    let output = RecordingOutput()
    let clock = ManualClock()
    try await {
      let session = CaptureSession(clock: clock)
      try await session.add(CaptureInput(device: VirtualCamera.device()))
      try await session.add(output)
      try await session.startRunning()
      await clock.advance(by: .zero)
    }()
    #expect(await eventually { output.hasLeft })
    // Nobody waits for the clock any more, so that it goes on.
    await clock.advance(by: .parts(1, of: 1))
    #expect(output.times == [.zero])
  }

  @Test func `a thousand starts and stops leave nothing behind`() async throws {
    let output = RecordingOutput()
    try await session.add(CaptureInput(device: VirtualCamera.device()))
    try await session.add(output)
    for _ in 0..<1_000 {
      try await session.startRunning()
      await clock.advance(by: .zero)
      await session.stopRunning()
      await clock.advance(by: .parts(1, of: 30))
    }
    #expect(output.times == frames(0...999))
  }
}
