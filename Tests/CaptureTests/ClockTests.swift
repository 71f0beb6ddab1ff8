import Imaging
import Testing

@testable import Capture

@Suite struct ClockTests {
  @Test func `statement 10.1: frames stay in order though their clock is corrected backwards`() {
    var times = FrameTimes()
    let own = (0..<8).map { MediaTime.parts(Int64($0), of: 50) }
    // A second is taken off with the fourth frame.
    let converted = own.enumerated().map { $0 < 3 ? $1 : $1 - MediaTime.parts(1, of: 1) }
    let placed = zip(own, converted).map { times.time($0, as: $1) }
    #expect(Array(placed.prefix(3)) == Array(own.prefix(3)))
    for (time, next) in zip(placed.dropFirst(2), placed.dropFirst(3)) {
      #expect((next - time) == .parts(1, of: 100))
    }
    // What is right stays as it is.
    var others = FrameTimes()
    #expect(own.map { others.time($0, as: $0 + .parts(3, of: 1)) } == own.map { $0 + .parts(3, of: 1) })
  }

  @Test func `statement 10.2: a session names its clock, and a manual one stands still`() async throws {
    let clock = ManualClock(time: .parts(3, of: 1))
    let session = CaptureSession(clock: clock)
    #expect(session.clock.time == .parts(3, of: 1))
    await clock.advance(by: .parts(1, of: 3))
    #expect(session.clock.time == .parts(10, of: 3))
    await clock.advance(to: .zero)
    #expect(session.clock.time == .parts(10, of: 3))
    let host = CaptureSession().clock
    let (first, second) = (host.time, host.time)
    #expect(first.timescale == 1_000_000_000 && first <= second && first > .zero)
  }

  @Test func `waiters are resumed in order at the time that they wait for`() async {
    let clock = ManualClock()
    let (first, second) = (Waiter(clock, every: 2), Waiter(clock, every: 3))
    async let one = first.moments()
    async let other = second.moments()
    await clock.advance(by: .parts(1, of: 1))
    #expect(await one == [2, 4, 6].map { .parts($0, of: 10) })
    #expect(await other == [3, 6, 9].map { .parts($0, of: 10) })
    #expect(clock.time == .parts(1, of: 1))
  }

  private struct Waiter: Sendable {
    let clock: ManualClock
    let timer: any CaptureTimer
    let interval: Int64

    init(_ clock: ManualClock, every interval: Int64) {
      self.clock = clock
      timer = clock.makeTimer()
      self.interval = interval
    }

    /// The clock's time after each of three waits.
    func moments() async -> [MediaTime] {
      var moments: [MediaTime] = []
      for step in 1...3 {
        await timer.wait(until: .parts(Int64(step) * interval, of: 10))
        moments.append(clock.time)
      }
      timer.invalidate()
      return moments
    }
  }

  @Test(arguments: [true, false])
  func `a cancelled task stops waiting`(isManual: Bool) async {
    let clock: any CaptureClock = isManual ? ManualClock() : HostClock()
    let timer = clock.makeTimer()
    let task = Task { await timer.wait(until: clock.time + .parts(3600, of: 1)) }
    await Task.yield()
    task.cancel()
    await task.value
  }

  @Test func `the host's clock waits for the requested time`() async {
    let clock = HostClock()
    let end = clock.time + .parts(1, of: 100)
    await clock.makeTimer().wait(until: end)
    #expect(clock.time >= end)
  }
}
