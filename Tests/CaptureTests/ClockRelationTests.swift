import FrameStream
import Imaging
import Testing

@testable import Capture

@Suite struct ClockRelationTests {
  @Test(arguments: [1e-4, -1e-4, 3.7e-5])
  func `statement 10.2: a time converts between drifting clocks and back within a tick, over an hour`(drift: Double) {
    let relation = ClockRelation(
      source: .parts(1_234_567_891, of: 1_000_000_000), target: .parts(98_765_432_109, of: 1_000_000_000),
      rate: 1 + drift)
    var worst: Int64 = 0
    for step in stride(from: Int64(0), through: 3_600_000_000_000, by: 7_777_777_777) {
      let time = MediaTime.parts(1_234_567_891 + step, of: 1_000_000_000)
      let other = relation.convert(time)
      // By whole numbers: so many nanoseconds, and so many millionths of them more.
      let millionths = Int64((drift * 1e7).rounded())
      let exact = 98_765_432_109 + step + (step / 10_000_000 * millionths + step % 10_000_000 * millionths / 10_000_000)
      #expect(abs(other.value - exact) <= 1)
      worst = max(worst, abs(relation.inverse.convert(other).value - time.value))
    }
    #expect(worst <= 1)
  }

  @Test func `statement 10.2: a session names its clock, and it is the host's without sound`() {
    let clock = ManualClock(time: .parts(5, of: 1))
    let session = CaptureSession(clock: clock)
    #expect(session.synchronizationClock.time == .parts(5, of: 1))
    #expect(session.synchronizationClock.convert(.parts(12_345, of: 90_000)) == .parts(12_345, of: 90_000))
  }

  @Test func `statement 10.2: each input's port names its clock, and a time converts between two of them`() async throws
  {
    let clock = ManualClock(time: .parts(3, of: 1))
    let session = CaptureSession(clock: clock)
    let silence = CaptureDevice(name: "fast", audio: AudioFormat(sampleRate: 8000, channelCount: 1), clockDrift: 1e-4) {
      _, count in [Float](repeating: 0, count: count)
    }
    let (sound, camera) = (try CaptureInput(device: silence), try CaptureInput(device: VirtualCamera.device()))
    #expect(sound.ports.allSatisfy { $0.clock == nil } && camera.ports.allSatisfy { $0.clock == nil })
    try await session.add(AudioDataOutput())
    try await session.add(sound)
    try await session.add(camera)
    try await session.startRunning()
    await clock.advance(by: .parts(60, of: 1))
    let (heard, seen) = (try #require(sound.ports.first?.clock), try #require(camera.ports.first?.clock))
    #expect(seen.time == .parts(63, of: 1))
    #expect(abs((heard.time - seen.time).seconds - 0.006) < 0.0005)
    let relation = session.synchronizationClock.relation
    let time = MediaTime.parts(61_234_567_891, of: 1_000_000_000)
    #expect(abs((relation.inverse.convert(relation.convert(time)) - time).seconds) < 1.5e-9)
    try await session.remove(sound)
    #expect(sound.ports.first?.clock == nil)
  }

  @Test func `drift is estimated despite jitter, and time never runs backwards`() {
    let start = MediaTime.parts(100, of: 1)
    var synchronizer = ClockSynchronizer(source: start, target: start)
    var (random, last) = (UInt64(7), start)
    for step in 1...6000 {
      // Buffers of 20 ms that come up to 3 ms late.
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let late = Double(random >> 40) / Double(1 << 24) * 0.003
      let passed = Double(step) * 0.02
      synchronizer.observe(
        source: start + .parts(Int64((passed + late) * 1e9), of: 1_000_000_000),
        target: start + .parts(Int64(passed * 1.0001 * 1e9), of: 1_000_000_000))
      let now = synchronizer.relation.convert(start + .parts(Int64((passed + 0.01) * 1e9), of: 1_000_000_000))
      #expect(now > last)
      last = now
      if step > 3000 {
        // Behind by the mean lateness, and by no more than a part of the trembling.
        let error = (now - start).seconds - (passed + 0.01) * 1.0001
        #expect(error > -0.003 && error < 0.0005)
      }
    }
    #expect(abs(synchronizer.relation.rate - 1.0001) < 2e-4)
  }

  @Test func `a clock continues after its sound has ended`() {
    let manual = ManualClock(time: .parts(10, of: 1))
    let clock = SynchronizationClock(manual)
    let start = clock.beginSound(at: .parts(10, of: 1))
    #expect(start == .parts(10, of: 1))
    for step in Int64(1)...400 {
      clock.observe(.parts(1000 + step * 10, of: 100), sound: .parts(10_000 + step * 101, of: 1000))
    }
    let end = clock.convert(.parts(50, of: 1))
    clock.endSound(at: .parts(50, of: 1))
    #expect(clock.convert(.parts(50, of: 1)) == end && clock.convert(.parts(51, of: 1)) == end + .parts(1, of: 1))
  }
}
