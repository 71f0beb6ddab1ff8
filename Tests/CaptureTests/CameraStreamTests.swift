import FoundationEssentials
import FrameStream
import Glibc
import Imaging
import Kernels
import PhotoFile
import Support
import Testing

@testable import Capture

/// The stream of an emulated camera, with all kinds of faults.
@Suite struct CameraStreamTests {
  private let cameras: EmulatedCameras

  init() throws { cameras = try EmulatedCameras() }

  /// A session with one camera, and its frames up to the end.
  private func record(_ lines: [String]) async throws -> (output: RecordingOutput, session: CaptureSession) {
    try cameras.plugIn("video0", lines)
    let device = try #require(cameras.discovery().devices.first)
    let camera = try await RecordedCamera(device)
    for await event in camera.events {
      if case .wasInterrupted(.deviceDisconnected, let gone) = event {
        #expect(gone === device && !device.isConnected)
        break
      }
      if case .runtimeError(let error, _) = event {
        Issue.record("\(error)")
        break
      }
    }
    return (camera.output, camera.session)
  }

  /// The gray of each frame, which is its number.
  private func numbers(_ output: RecordingOutput) -> [Int] { output.frames.map { Int($0.pixels.bytes[0]) } }

  private static let gray = "format GREY 16x8 100"

  @Test func `frames have the driver's times, and the unplugged camera is reported`() async throws {
    let (output, session) = try await record([Self.gray, "frames 12", "free"])
    #expect(numbers(output) == Array(0..<12) && output.drops.isEmpty)
    for (time, next) in zip(output.times, output.times.dropFirst()) {
      #expect(abs((next - time).seconds - 0.01) < 2e-6)
    }
    #expect(abs((output.times[0] - HostClock().time).seconds) < 20)
    #expect(await session.isRunning)
  }

  @Test func `statement 3.3: frames that the device lost are reported with their number`() async throws {
    let (output, _) = try await record([Self.gray, "frames 8", "free", "leap 3 5"])
    #expect(numbers(output) == Array(0..<8))
    #expect(output.drops.map(\.count) == [5] && output.drops.map(\.reason) == [.discontinuity])
    #expect(output.drops[0].time == output.times[3])
    #expect(abs((output.times[3] - output.times[2]).seconds - 0.06) < 2e-6)
    #expect(output.drops[0].size == PixelSize(width: 16, height: 8))
  }

  @Test func `statement 3.3: damaged and empty frames are dropped, and the others are delivered`() async throws {
    let (output, _) = try await record([Self.gray, "frames 9", "free", "damaged 2", "empty 4", "fails 6 \(EIO)"])
    #expect(numbers(output) == [0, 1, 3, 5, 7, 8])
    #expect(output.drops.map(\.count) == [1, 1, 1] && output.drops.allSatisfy { $0.reason == .discontinuity })
  }

  @Test func `statement 3.3: frames without memory, because a program keeps others, are reported as out of buffers`()
    async throws
  {
    try cameras.plugIn("video0", [Self.gray, "patient"])
    let device = try #require(cameras.discovery().devices.first)
    #expect(device.maximumFramesInUse > 1_000)
    device.maximumFramesInUse = 3
    let camera = try await RecordedCamera(device)
    let (session, output) = (camera.session, camera.output)
    #expect(await eventually { output.drops.count >= 4 })
    let (kept, drops) = (output.frames, output.drops)
    #expect(kept.map { Int($0.pixels.bytes[0]) } == [0, 1, 2])
    #expect(drops.allSatisfy { $0.reason == .outOfBuffers && $0.count == 1 })
    #expect(drops.allSatisfy { $0.size == PixelSize(width: 16, height: 8) })
    for (index, drop) in drops.enumerated() {
      #expect(abs((drop.time - kept[0].time).seconds - Double(index + 3) / 100) < 2e-6)
    }
    await session.stopRunning()
  }

  @Test func `a clock that jumps back is a discontinuity, and times continue`() async throws {
    let (output, _) = try await record([Self.gray, "frames 6", "free", "back 3 500"])
    #expect(numbers(output) == Array(0..<6))
    #expect(output.drops.map(\.count) == [nil])
    for (time, next) in zip(output.times, output.times.dropFirst()) {
      #expect(abs((next - time).seconds - 0.01) < 2e-6)
    }
  }

  @Test func `a permanent device failure is an error, and the session continues`() async throws {
    try cameras.plugIn("video0", [Self.gray, "free"] + (2..<14).map { "fails \($0) \(EIO)" })
    let session = CaptureSession()
    var events = session.events.makeAsyncIterator()
    let output = RecordingOutput()
    try await session.add(CaptureInput(device: #require(cameras.discovery().devices.first)))
    try await session.add(output)
    try await session.startRunning()
    _ = await events.next()
    guard case .runtimeError(.failed, _) = await events.next() else {
      Issue.record("no error")
      return
    }
    #expect(numbers(output) == [0, 1])
    #expect(await session.isRunning)
  }

  @Test(arguments: [["damaged 3", "empty 5"], ["leap 4 7"], ["back 3 500"], ["fails 5 \(EIO)"], []])
  func `a movie of a camera that fails intermittently and is unplugged is complete`(faults: [String]) async throws {
    try cameras.plugIn("video0", ["format RGB3 64x48 50", "frames 12", "free"] + faults)
    let device = try #require(cameras.discovery().devices.first)
    let session = CaptureSession()
    let folder = try TemporaryFolder()
    let (tap, movie) = (RecordingOutput(), MovieFileOutput(bufferCount: 100))
    let events = session.events
    try await session.add(CaptureInput(device: device))
    try await session.add(tap)
    try await session.add(movie)
    let url = folder.url.appending(path: "a.mp4")
    try movie.startRecording(to: url)
    try await session.startRunning()
    for await event in events {
      if case .wasInterrupted(.deviceDisconnected, _) = event { break }
    }
    let recorded = try #require(await movie.stopRecording())
    #expect(recorded.error == nil && recorded.frameCount == tap.frames.count && recorded.frameCount >= 10)
    #expect((faults.isEmpty ? 0...0 : 1...2).contains(tap.drops.count), "\(tap.drops)")
    var times: [Double] = []
    for try await frame in try VideoFile(contentsOf: url).frames { times.append(frame.time.seconds) }
    #expect(times.count == tap.times.count)
    for (time, own) in zip(times, tap.times) { #expect(abs(time - (own - tap.times[0]).seconds) < 2e-6) }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 } && folder.contents == ["a.mp4"])
  }

  @Test func `statement 13.3: a camera that vanishes while in use is replaced in one commit`() async throws {
    try cameras.plugIn("video0", [Self.gray])
    let discovery = cameras.discovery()
    let session = CaptureSession()
    var events = session.events.makeAsyncIterator()
    let output = RecordingOutput()
    let input = try CaptureInput(device: #require(discovery.devices.first))
    try await session.add(input)
    try await session.add(output)
    try await session.startRunning()
    _ = await events.next()
    #expect(await eventually { output.frames.count >= 2 })
    try cameras.unplug("video0")
    guard case .wasInterrupted(.deviceDisconnected, let gone) = await events.next() else {
      Issue.record("no interruption")
      return
    }
    #expect(gone === input.device)
    #expect(await session.isRunning)
    output.clear()
    try cameras.plugIn("video1", ["format GREY 32x8 100"])
    #expect(await eventually { discovery.devices.contains { $0.isConnected } })
    await session.beginConfiguration()
    try await session.remove(input)
    try await session.add(CaptureInput(device: #require(discovery.devices.first)))
    try await session.commitConfiguration()
    #expect(await eventually { !output.frames.isEmpty })
    #expect(output.frames.allSatisfy { $0.size == PixelSize(width: 32, height: 8) })
    await session.stopRunning()
  }

  @Test func `statement 2.8: a camera from which another program streams is in use`() async throws {
    try cameras.plugIn("video0", [Self.gray])
    let device = try #require(cameras.discovery().devices.first)
    let (first, second) = (CaptureSession(), CaptureSession())
    for session in [first, second] {
      try await session.add(CaptureInput(device: device))
      try await session.add(RecordingOutput())
    }
    try await first.startRunning()
    let error = await #expect(throws: CaptureError.self) { try await second.startRunning() }
    #expect(error?.description.contains("in use: another program streams from it") == true)
    #expect(await !second.isRunning)
    await first.stopRunning()
    // Then it is free.
    try await second.startRunning()
    await second.stopRunning()
  }

  @Test(arguments: [true, false])
  func `statement 2.9: a camera whose rate cannot change while it runs drops frames`(isLive: Bool) async throws {
    try cameras.plugIn("video0", ["format GREY 16x8 200,50", "patient"] + (isLive ? ["live"] : []))
    let device = try #require(cameras.discovery().devices.first)
    let camera = try await RecordedCamera(device)
    let (session, output) = (camera.session, camera.output)
    #expect(await eventually { output.frames.count >= 4 })
    #expect(device.frameRateControl == .device)
    try device.configure { (device) throws(CaptureError) in
      try device.setActiveVideoMinFrameDuration(.parts(1, of: 50))
    }
    // From then on, at the latest, frames have the requested interval.
    #expect(
      await eventually {
        let last = output.times.suffix(2)
        return last.count == 2 && (last[last.endIndex - 1] - last[last.startIndex]).seconds > 0.0199
      })
    #expect(device.frameRateControl == (isLive ? .device : .leavingOutFrames))
    // The change takes a second.
    let start = try #require(output.times.last)
    #expect(await eventually { output.times.last.map { ($0 - start).seconds > 1.2 } ?? false })
    output.clear()
    #expect(await eventually { output.frames.count >= 5 })
    await session.stopRunning()
    for (time, next) in zip(output.times, output.times.dropFirst()) {
      #expect(abs((next - time).seconds - 0.02) < 1e-5)
    }
    #expect(await session.startCount == 1)
  }

  @Test func `a driver that changes the format is refused, with the format that it gives`() async throws {
    try cameras.plugIn("video0", ["format GREY 32x16 100", "shrinks"])
    let session = CaptureSession()
    try await session.add(CaptureInput(device: #require(cameras.discovery().devices.first)))
    try await session.add(RecordingOutput())
    let error = await #expect(throws: CaptureError.self) { try await session.startRunning() }
    #expect(error?.description.contains("16x8 in place of 32x16") == true)
    #expect(await !session.isRunning)
  }

  @Test func `statement 2.13: Motion JPEG becomes 4:2:0 of full range, and corrupt frames are dropped`() async throws {
    let size = PixelSize(width: 32, height: 16)
    var recording: [UInt8] = []
    for index in 0..<4 {
      let pixels = PixelBuffer(size: size, format: .rgba8) { bytes in
        bytes.initializeMemory(as: UInt8.self, repeating: 40 * UInt8(index) + 60)
      }
      var data = try Photo(pixels: pixels).data(as: .jpeg(quality: 0.9))
      if index == 1 {
        data.replaceSubrange(data.count / 4..<data.count, with: repeatElement(0x11, count: data.count * 3 / 4))
      }
      if index == 2 { data = Array("no picture".utf8) }
      recording += withUnsafeBytes(of: UInt32(data.count).littleEndian, Array.init) + data
    }
    let file = try cameras.folder.file("recording", recording)
    let (output, _) = try await record(["format MJPG 32x16 100 \(file.path)", "free"])
    let pictures = try output.frames.map { try #require($0.picture as? YCbCrPicture) }
    #expect(pictures.allSatisfy { $0.layout.isFullRange && $0.layout.halvesWidth && $0.layout.halvesHeight })
    #expect(output.frames.count + output.drops.count == 4 && output.drops.count >= 1)
    #expect(abs(Int(output.frames[0].pixels.bytes[0]) - 60) <= 2)
    #expect(abs(Int(output.frames[output.frames.count - 1].pixels.bytes[0]) - 180) <= 2)
  }

  @Test func `a hundred starts and stops of a camera leave no descriptor behind`() async throws {
    try cameras.plugIn("video0", [Self.gray, "free"])
    let session = CaptureSession()
    let output = RecordingOutput()
    try await session.add(CaptureInput(device: #require(cameras.discovery().devices.first)))
    try await session.add(output)
    for _ in 0..<100 {
      output.clear()
      try await session.startRunning()
      #expect(await eventually { !output.frames.isEmpty })
      #expect(cameras.openCount == 1)
      await session.stopRunning()
      #expect(cameras.openCount == 0)
    }
  }
}
