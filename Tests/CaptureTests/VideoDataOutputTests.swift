import FrameStream
import Imaging
import Kernels
import Synchronization
import Testing

@testable import Capture

@Suite struct VideoDataOutputTests {
  private let clock = ManualClock()
  private let session: CaptureSession

  init() { session = CaptureSession(clock: clock) }

  private func start(_ device: CaptureDevice, _ outputs: [any CaptureOutput]) async throws {
    try await session.add(CaptureInput(device: device))
    for output in outputs { try await session.add(output) }
    try await session.startRunning()
  }

  private func take(_ count: Int, _ frames: FrameSequence) async throws -> [MediaTime] {
    var times: [MediaTime] = []
    guard count > 0 else { return [] }
    for try await frame in frames {
      times.append(frame.time)
      if times.count == count { break }
    }
    return times
  }

  @Test func `statement 3.1: late frames are replaced by new ones, so that the newest is delivered`() async throws {
    let output = VideoDataOutput()
    var drops = output.drops.makeAsyncIterator()
    try await start(VirtualCamera.device(), [output])
    await clock.advance(by: .parts(9, of: 30))
    #expect(try await take(1, output.frames) == [.parts(9, of: 30)])
    #expect(output.counts.delivered == 1 && output.counts.dropped(for: .late) == 9)
    for index in 0..<9 {
      let drop = try #require(await drops.next())
      #expect(
        drop == DroppedFrame(time: .parts(Int64(index), of: 30), reason: .late, size: VirtualCamera.size))
    }
    // A consumer that is fast again loses none.
    for index in 10..<20 {
      await clock.advance(by: .parts(1, of: 30))
      #expect(try await take(1, output.frames) == [.parts(Int64(index), of: 30)])
    }
    #expect(output.counts.dropped == 9)
  }

  @Test func `statement 3.2: without discarding, frames wait, and none is lost while there is room`() async throws {
    let output = VideoDataOutput(alwaysDiscardsLateVideoFrames: false, bufferCount: 6)
    try await start(VirtualCamera.device(), [output])
    for round in 0..<5 {
      await clock.advance(by: .parts(round == 0 ? 5 : 6, of: 30))
      let first = Int64(6 * round)
      #expect(try await take(6, output.frames) == (first..<first + 6).map { .parts($0, of: 30) })
    }
    #expect(output.counts.dropped == 0 && output.counts.delivered == 30)
  }

  @Test func `statement 3.3: a full buffer drops new frames, with time, format and reason`() async throws {
    let output = VideoDataOutput(alwaysDiscardsLateVideoFrames: false, bufferCount: 3)
    var drops = output.drops.makeAsyncIterator()
    try await start(VirtualCamera.device(), [output])
    await clock.advance(by: .parts(4, of: 30))
    for index in [3, 4] {
      let drop = try #require(await drops.next())
      #expect(drop.time == .parts(Int64(index), of: 30) && drop.reason == .outOfBuffers && drop.count == 1)
      #expect(drop.size == VirtualCamera.size)
    }
    #expect(try await take(3, output.frames) == (0..<3).map { .parts($0, of: 30) })
  }

  @Test func `statement 3.3: times that run backwards are a discontinuity, and continue`() async throws {
    let output = RecordingOutput()
    try await start(VirtualCamera.device(times: [10, 11, 12, 3, 4].map { .parts($0, of: 30) }), [output])
    await clock.advance(by: .parts(10, of: 30))
    #expect(output.times == (0..<5).map { .parts($0, of: 30) })
    #expect(output.drops.map(\.reason) == [.discontinuity])
    #expect(output.drops.map(\.time) == [.parts(3, of: 30)] && output.drops.first?.count == nil)
  }

  @Test func `statement 3.3: frames are delivered again when kept ones are released`() async throws {
    let device = VirtualCamera.device()
    device.maximumFramesInUse = 2
    let (first, second) = (RecordingOutput(), RecordingOutput())
    try await session.add(CaptureInput(device: device))
    for output in [first, second] { try await session.add(output) }
    try await session.startRunning()
    await clock.advance(by: .zero)
    await clock.advance(by: .parts(3, of: 30))
    #expect(first.times == [.zero, .parts(1, of: 30)])
    #expect(first.drops.map(\.time) == [.parts(2, of: 30), .parts(3, of: 30)])
    #expect(first.drops.allSatisfy { $0.reason == .outOfBuffers })
    // Releasing one of two references is not enough.
    first.clear()
    await clock.advance(by: .parts(1, of: 30))
    #expect(first.frames.isEmpty && second.drops.count == 3)
    for output in [first, second] { output.clear() }
    await clock.advance(by: .parts(1, of: 30))
    #expect(first.times == [.parts(5, of: 30)] && first.drops.isEmpty && second.times == first.times)
    await session.stopRunning()
  }

  @Test func `statement 3.4: frames come in order to one reader, and a slow output delays no other`() async throws {
    let (slow, fast) = (VideoDataOutput(), VideoDataOutput(alwaysDiscardsLateVideoFrames: false, bufferCount: 100))
    try await start(VirtualCamera.device(), [slow, fast])
    var iterator = slow.frames.makeAsyncIterator()
    await clock.advance(by: .zero)
    #expect(try await iterator.next()?.time == .zero)
    // The slow output holds its frame while the others arrive.
    await clock.advance(by: .parts(60, of: 30))
    let times = try await take(61, fast.frames)
    #expect(times == (0...60).map { .parts($0, of: 30) })
    #expect(fast.counts.dropped == 0)
    #expect(try await iterator.next()?.time == .parts(60, of: 30))
  }

  @Test func `statement 3.5: times are those of the capture, on the session's clock`() async throws {
    let clock = ManualClock(time: .parts(7, of: 1))
    let session = CaptureSession(clock: clock)
    let output = RecordingOutput()
    // As a camera of uneven rate.
    let times = [100, 103, 104, 110].map { MediaTime.parts($0, of: 25) }
    try await session.add(CaptureInput(device: VirtualCamera.device(times: times)))
    try await session.add(output)
    try await session.startRunning()
    await clock.advance(by: .parts(9, of: 25))
    #expect(output.times == [175, 178, 179].map { .parts($0, of: 25) })
    await clock.advance(by: .parts(1, of: 25))
    #expect(output.times.last == .parts(185, of: 25))
  }

  /// Holds each frame until the next has arrived, as long as requested.
  @Test func `statement 3.7: a consumer that is always late lowers the rate, and loses no more`() async throws {
    let device = VirtualCamera.device(rates: 1...30)
    let output = VideoDataOutput()
    try await start(device, [output])
    var iterator = output.frames.makeAsyncIterator()
    let work = MediaTime.parts(1, of: 12)
    var rate: Int32 = 30
    var droppedSince = 0
    var (calm, settling) = (0, MediaTime.zero)
    await clock.advance(by: .zero)
    for _ in 0..<600 where calm < 20 {
      _ = try await iterator.next()
      await clock.advance(by: work)
      // If the work is faster than the rate, it waits for the next frame.
      let next = MediaTime.parts(1, of: rate)
      if next > work { await clock.advance(by: next - work) }
      calm += 1
      // A change takes a second; those that are lost in it say nothing of the new rate.
      settling = settling > work ? settling - work : .zero
      guard output.counts.dropped > droppedSince else { continue }
      guard settling == .zero else {
        (calm, droppedSince) = (0, output.counts.dropped)
        continue
      }
      settling = .parts(11, of: 10)
      (calm, droppedSince, rate) = (0, output.counts.dropped, max(1, rate - 2))
      try device.configure { (device) throws(CaptureError) in
        try device.setActiveVideoMinFrameDuration(.parts(1, of: rate))
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(calm == 20 && (8...12).contains(rate))
  }

  @Test func `statement 3.8: 4:2:0 is less than half of BGRA`() {
    for size in [PixelSize(width: 1280, height: 720), PixelSize(width: 641, height: 479)] {
      #expect(CapturePixelFormat.yuyv422.deliveredByteCount(of: size) * 2 < size.area * 4)
      #expect(CapturePixelFormat.motionJPEG.deliveredByteCount(of: size) == size.area + 2 * size.half.area)
    }
  }

  @Test func `the frames of an output end when it leaves the session`() async throws {
    let output = VideoDataOutput()
    try await start(VirtualCamera.device(), [output])
    await clock.advance(by: .parts(1, of: 30))
    try await session.remove(output)
    var count = 0
    for try await _ in output.frames { count += 1 }
    #expect(count == 1)
  }
}
