import Imaging
import Testing

@testable import Capture

@Suite struct DeviceConfigurationTests {
  private let clock = ManualClock()

  @Test func `statement 2.7: the format with the highest rate is found, set and pinned`() throws {
    let formats = [(10, 1...15), (20, 1...120), (30, 1...60)].map { (width, rates) in
      CaptureDeviceFormat(
        dimensions: PixelSize(width: width, height: 10), pixelFormat: .rgb24,
        frameRates: [FrameRateRange(Int32(rates.lowerBound)...Int32(rates.upperBound))])
    }
    let device = CaptureDevice(name: "fast", formats: formats, generating: { VirtualCamera.picture($0.dimensions, $1) })
    let best = try #require(device.formats.max { $0.maxFrameRate < $1.maxFrameRate })
    try device.configure { (device) throws(CaptureError) in
      try device.setActiveFormat(best)
      try device.setActiveVideoMinFrameDuration(best.minFrameDuration)
      try device.setActiveVideoMaxFrameDuration(best.minFrameDuration)
    }
    #expect(device.activeFormat.dimensions.width == 20)
    #expect(device.activeVideoMinFrameDuration == .parts(1, of: 120))
    #expect(device.activeVideoMaxFrameDuration == .parts(1, of: 120))
  }

  @Test func `statement 2.8: a device is locked before anything is set, and a second locker gets an error`() throws {
    let device = VirtualCamera.device()
    let lock = try device.lockForConfiguration()
    #expect(throws: CaptureError.self) { try device.lockForConfiguration() }
    try lock.setActiveVideoMinFrameDuration(.parts(1, of: 15))
    lock.unlock()
    #expect(throws: CaptureError.self) { try lock.setActiveVideoMinFrameDuration(nil) }
    #expect(device.activeVideoMinFrameDuration == .parts(1, of: 15))
    do {
      let again = try device.lockForConfiguration()
      try again.setActiveVideoMinFrameDuration(nil)
    }
    // The lock ended with its object.
    try device.lockForConfiguration().unlock()
    #expect(device.activeVideoMinFrameDuration == .parts(1, of: 30))
  }

  @Test func `statement 2.9: the rate changes while running, without a restart, and is restored`() async throws {
    let session = CaptureSession(clock: clock)
    let device = VirtualCamera.device(rates: 1...60)
    let output = RecordingOutput()
    try await session.add(CaptureInput(device: device))
    try await session.add(output)
    try await session.startRunning()
    func set(_ duration: MediaTime?) async throws {
      try device.configure { (device) throws(CaptureError) in try device.setActiveVideoMinFrameDuration(duration) }
      // The session is notified in the background.
      #expect(await eventually { device.activeVideoMinFrameDuration == duration ?? .parts(1, of: 60) })
      await Task.yield()
      try await Task.sleep(for: .milliseconds(20))
    }
    await clock.advance(by: .parts(2, of: 60))
    #expect(output.times == (0...2).map { .parts($0, of: 60) })
    output.clear()
    try await set(.parts(1, of: 15))
    // Once the change is over, which takes a second.
    await clock.advance(by: .parts(6, of: 5))
    // The frame in flight still arrives at the old rate.
    #expect(output.times.first == .parts(3, of: 60))
    output.clear()
    await clock.advance(by: .parts(1, of: 1))
    #expect(Self.areSteps(output.times, of: 1.0 / 15))
    try await set(nil)
    await clock.advance(by: .parts(6, of: 5))
    output.clear()
    await clock.advance(by: .parts(1, of: 1))
    #expect(Self.areSteps(output.times, of: 1.0 / 60))
    #expect(await session.startCount == 1)
    #expect(device.frameRateControl == .device)
  }

  @Test func `statement 2.10: the rate changes over a second, up or down, and no frame is lost`() async throws {
    let session = CaptureSession(clock: clock)
    let device = VirtualCamera.device(rates: 1...60)
    let output = RecordingOutput()
    try await session.add(CaptureInput(device: device))
    try await session.add(output)
    try await session.startRunning()
    var shades: [Int] = []
    for rate in [Int32(60), 10, 30, 5, 60] {
      try device.configure { (device) throws(CaptureError) in
        try device.setActiveVideoMinFrameDuration(.parts(1, of: rate))
      }
      #expect(await eventually { device.activeVideoMinFrameDuration == .parts(1, of: rate) })
      try await Task.sleep(for: .milliseconds(20))
      await clock.advance(by: .parts(8, of: 5))
      let last = output.times.suffix(2)
      #expect(Self.areSteps(Array(last), of: 1 / Double(rate)))
    }
    shades = output.frames.map { Int($0.pixels.bytes[0]) }
    // Each picture of the device has arrived, and none reports a loss.
    #expect(shades == Array(0..<shades.count) && output.drops.isEmpty && shades.count > 100)
    let steps = Set(Self.steps(output.times).map(\.seconds))
    #expect(steps.allSatisfy { $0 <= 0.2 + 1e-9 && $0 >= 1.0 / 60 - 1e-9 })
    // From one frame to the next the duration changes by no more than its part of the change's second.
    let durations = zip(output.times, output.times.dropFirst()).map { ($1 - $0).seconds }
    for (before, after) in zip(durations, durations.dropFirst()) {
      #expect(abs(after - before) <= (1.0 / 5 - 1.0 / 60) * before + 1e-6)
    }
  }

  @Test func `statement 2.10: frames are dropped increasingly, over a second`() async throws {
    var limiter = FrameRateLimiter(.parts(1, of: 60))
    var kept: [Int] = []
    for index in 0..<240 {
      let wanted: MediaTime = index < 60 ? .parts(1, of: 60) : .parts(1, of: 6)
      let control: FrameRateControl = index < 60 ? .device : .leavingOutFrames
      if limiter.passes(.parts(Int64(index), of: 60), interval: wanted, by: control) { kept.append(index) }
    }
    let steps = zip(kept, kept.dropFirst()).map { $1 - $0 }
    #expect(steps.prefix(58).allSatisfy { $0 == 1 } && steps.suffix(8).allSatisfy { $0 == 10 })
    let changing = steps.dropFirst(60).prefix { $0 < 10 }
    // At least ten frames arrive in the second of the change, none followed by a much longer one.
    #expect(changing.count >= 10)
    for (before, after) in zip(changing, changing.dropFirst()) { #expect(after - before <= 3) }
  }

  /// Whether frames are that far apart, to a nanosecond or two: the unit of times after a change.
  private static func areSteps(_ times: [MediaTime], of seconds: Double) -> Bool {
    times.count > 1 && steps(times).allSatisfy { abs($0.seconds - seconds) < 2e-9 }
  }

  private static func steps(_ times: [MediaTime]) -> Set<MediaTime> {
    Set(zip(times, times.dropFirst()).map { $1 - $0 })
  }

  @Test(arguments: [(30, 30), (20, 20), (15, 15), (10, 10), (7, 7)])
  func `statement 2.9: a movie is shown at a lower rate by dropping frames evenly`(
    rate: Int32, expected: Int
  ) async throws {
    let session = CaptureSession(clock: clock)
    let device = VirtualCamera.device(times: (0..<90).map { .parts($0, of: 30) })
    let output = RecordingOutput()
    try await session.add(CaptureInput(device: device))
    try await session.add(output)
    try device.configure { (device) throws(CaptureError) in
      try device.setActiveVideoMinFrameDuration(.parts(1, of: rate))
    }
    try await session.startRunning()
    await clock.advance(by: .parts(3, of: 1))
    #expect(abs(output.times.count - 3 * expected) <= 1)
    let steps = Self.steps(output.times).map { ($0 * 30).seconds.rounded() }
    #expect((steps.max() ?? 0) - (steps.min() ?? 0) <= 1)
    #expect(device.frameRateControl == (rate == 30 ? .device : .leavingOutFrames))
    #expect(output.drops.isEmpty)
  }

  @Test func `statement 2.11: unsupported settings are an error before`() throws {
    let device = VirtualCamera.device(rates: 5...30)
    var refused: [Bool] = []
    try device.configure { (device) throws(CaptureError) in
      refused.append(
        isRefused { () throws(CaptureError) in try device.setActiveVideoMinFrameDuration(.parts(1, of: 60)) })
      refused.append(
        isRefused { () throws(CaptureError) in try device.setActiveVideoMaxFrameDuration(.parts(1, of: 60)) })
      refused.append(isRefused { () throws(CaptureError) in try device.setValue(1, for: .zoom) })
      let other = CaptureDeviceFormat(
        dimensions: PixelSize(width: 1, height: 1), pixelFormat: .gray, frameRates: [FrameRateRange(rate: 1)])
      refused.append(isRefused { () throws(CaptureError) in try device.setActiveFormat(other) })
      try device.setActiveVideoMaxFrameDuration(.parts(1, of: 20))
      refused.append(
        isRefused { () throws(CaptureError) in try device.setActiveVideoMinFrameDuration(.parts(1, of: 10)) })
      try device.setActiveVideoMinFrameDuration(.parts(1, of: 25))
      refused.append(
        isRefused { () throws(CaptureError) in try device.setActiveVideoMaxFrameDuration(.parts(1, of: 28)) })
    }
    #expect(refused == [Bool](repeating: true, count: 6))
    #expect(!device.isControlSupported(.zoom))
    #expect(device.activeVideoMinFrameDuration == .parts(1, of: 25))
    #expect(device.activeVideoMaxFrameDuration == .parts(1, of: 20))
  }
}
