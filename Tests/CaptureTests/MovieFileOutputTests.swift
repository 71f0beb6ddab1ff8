import FoundationEssentials
import FrameStream
import Imaging
import Support
import Synchronization
import Testing

@testable import Capture

/// What is recorded is read back.
@Suite struct MovieFileOutputTests {
  private static let size = PixelSize(width: 64, height: 48)
  private let clock = ManualClock()
  private let session: CaptureSession
  private let folder: TemporaryFolder
  private let output = MovieFileOutput(bufferCount: 200)
  private let tap = RecordingOutput()

  init() throws {
    session = CaptureSession(clock: clock)
    folder = try TemporaryFolder()
  }

  private func file(_ name: String) -> URL { folder.url.appending(path: name) }

  private func start(_ device: CaptureDevice? = nil, pictures: Int = .max) async throws {
    let device =
      device
      ?? CaptureDevice(
        name: "generator",
        formats: [Self.size, PixelSize(width: 32, height: 32)].map {
          CaptureDeviceFormat(dimensions: $0, pixelFormat: .rgb24, frameRates: [FrameRateRange(1...30)])
        },
        // Far enough apart to be told from one another once they were coded.
        generating: { format, index in VirtualCamera.picture(format.dimensions, 4 * (index % 60) + 8) })
    try await session.add(CaptureInput(device: device))
    try await session.add(output)
    try await session.add(tap)
    try await session.startRunning()
    await clock.advance(by: .zero)
  }

  private func advance(_ frames: Int64) async { await clock.advance(by: .parts(frames, of: 30)) }

  /// The times of a movie's frames in thirtieths, and their numbers modulo 60.
  private func read(_ url: URL) async throws -> (times: [Double], numbers: [Int]) {
    var (times, numbers): ([Double], [Int]) = ([], [])
    for try await frame in try VideoFile(contentsOf: url).frames {
      times.append((frame.time * 30).seconds)
      let gray = Double(frame.pixels.bytes[0])
      numbers.append(Int((gray - 8) / 4 + 0.5))
    }
    return (times, numbers)
  }

  @Test func `statement 5.2: the first frame after the start is the first of the file, and none is lost`() async throws
  {
    try await start()
    await advance(4)
    try output.startRecording(to: file("a.mp4"))
    #expect(output.isRecording)
    await advance(10)
    let movie = try #require(await output.stopRecording())
    await advance(3)
    #expect(!output.isRecording && movie.error == nil && movie.frameCount == 10 && movie.droppedFrameCount == 0)
    #expect(movie.firstTime == .parts(5, of: 30) && movie.lastTime == .parts(14, of: 30))
    let (times, numbers) = try await read(movie.url)
    #expect(times == (0..<10).map(Double.init) && numbers == Array(5..<15))
  }

  @Test func `statement 5.3: files are switched between two frames, and none is lost`() async throws {
    try await start()
    let names = ["a.mp4", "b.mov", "c.mkv"]
    var events = output.events.makeAsyncIterator()
    for name in names {
      try output.startRecording(to: file(name))
      await advance(7)
    }
    _ = await output.stopRecording()
    var movies: [CapturedMovie] = []
    while movies.count < names.count, let event = await events.next() {
      if case .didFinishRecording(let movie) = event { movies.append(movie) }
    }
    movies.sort { $0.url.path < $1.url.path }
    #expect(movies.map(\.frameCount) == [7, 7, 7])
    for (movie, next) in zip(movies, movies.dropFirst()) {
      let (last, first) = try (#require(movie.lastTime), #require(next.firstTime))
      #expect(first - last == .parts(1, of: 30))
    }
    var all: [Int] = []
    for movie in movies { all += try await read(movie.url).numbers }
    #expect(all == Array(1...21))
  }

  @Test func `statement 5.4: what comes while too much waits is refused and counted, and nobody waits`() async throws {
    let output = MovieFileOutput(bufferCount: 2)
    try await session.add(output)
    try await start()
    try output.startRecording(to: file("a.mp4"))
    // The encoder stands still, so that what comes has to wait.
    let queue = try #require(output.recordingQueue)
    queue.suspend()
    await advance(60)
    queue.resume()
    #expect(tap.times.count == 61)
    let movie = try #require(await output.stopRecording())
    #expect(movie.error == nil && movie.frameCount == 2 && movie.droppedFrameCount == 58)
    #expect(try await read(movie.url).times == [0, 1])
  }

  @Test func `statement 5.5: the encoder is set up before the first frame, by what the camera says`() async throws {
    try await start()
    try output.startRecording(to: file("a.mp4"))
    // No frame has come: the clock stands still.
    #expect(await eventually { output.isPrepared })
    await advance(3)
    #expect(await output.stopRecording()?.frameCount == 3)
    #expect(try await read(file("a.mp4")).times == [0, 1, 2])

    // What was said and is not so costs another setup, and nothing else.
    try output.startRecording(to: file("b.mp4"))
    #expect(await eventually { output.isPrepared })
    let connection = try #require(await session.connections.first { $0.output === output })
    try connection.setVideoRotationAngle(90)
    await advance(3)
    #expect(await output.stopRecording()?.frameCount == 3)
    #expect(try VideoFile(contentsOf: file("b.mp4")).orientation == .right)
    #expect(try await read(file("b.mp4")).times == [0, 1, 2])

    // Nothing is left of what was only prepared.
    try output.startRecording(to: file("c.mp4"))
    #expect(await eventually { output.isPrepared })
    #expect(await output.stopRecording()?.error != nil)
    #expect(folder.contents == ["a.mp4", "b.mp4"])
  }

  @Test(arguments: [false, true])
  func `statement 5.12: frames that show the same are kept or left out`(areLeftOut: Bool) async throws {
    let shades = [10, 10, 10, 50, 50, 90, 10, 10]
    let device = CaptureDevice(
      name: "screen",
      formats: [
        CaptureDeviceFormat(dimensions: Self.size, pixelFormat: .rgb24, frameRates: [FrameRateRange(1...30)])
      ],
      generating: { format, index in
        index <= shades.count ? VirtualCamera.picture(format.dimensions, index == 0 ? 0 : shades[index - 1]) : nil
      })
    output.leavesOutDuplicateFrames = areLeftOut
    try await start(device)
    try output.startRecording(to: file("a.mp4"))
    await advance(Int64(shades.count))
    let movie = try #require(await output.stopRecording())
    let times = try await read(file("a.mp4")).times
    #expect(times == (areLeftOut ? [0, 3, 5, 6] : [0, 1, 2, 3, 4, 5, 6, 7]))
    #expect(movie.frameCount == times.count && movie.duplicateFrameCount == (areLeftOut ? 4 : 0))
  }

  @Test func `statement 5.6: settings are recommended by the camera's rate and the kind of file`() async throws {
    try await start()
    #expect(output.recommendedMovieSettings.nominalFrameRate == 30)
    for (name, codec) in [("a.mp4", "h264"), ("a.webm", "vp9")] {
      try output.startRecording(to: file(name))
      await advance(3)
      let movie = try #require(await output.stopRecording())
      #expect(movie.error == nil)
      #expect(try VideoFile(contentsOf: movie.url).format.codec == codec)
    }
    try output.startRecording(to: file("b.mp4"), settings: MovieSettings(codec: .hevc))
    await advance(3)
    let movie = try #require(await output.stopRecording())
    #expect(try VideoFile(contentsOf: movie.url).format.codec == "hevc")
  }

  @Test(arguments: [90, 180, 270])
  func `statement 5.7: a movie of a turned connection says so, and its pixels stay`(angle: Int) async throws {
    try await start()
    let connection = try #require(await session.connections.first { $0.output === output })
    try connection.setVideoRotationAngle(angle)
    try output.startRecording(to: file("a.mp4"))
    await advance(2)
    // A movie has one orientation.
    try connection.setVideoRotationAngle(0)
    await advance(2)
    let movie = try #require(await output.stopRecording())
    let film = try VideoFile(contentsOf: movie.url)
    #expect(movie.frameCount == 4 && film.size == Self.size)
    #expect(film.orientation == [90: .right, 180: .down, 270: .left][angle])
  }

  @Test(arguments: [true, false])
  func `statement 5.9: a pause closes up or leaves its gap`(leavesGap: Bool) async throws {
    try await start()
    try output.startRecording(to: file("a.mp4"))
    await advance(3)
    output.pauseRecording()
    #expect(output.isRecordingPaused)
    await advance(20)
    output.resumeRecording(leavingGap: leavesGap)
    await advance(3)
    let movie = try #require(await output.stopRecording())
    let (times, numbers) = try await read(movie.url)
    #expect(times == (leavesGap ? [0, 1, 2, 23, 24, 25] : [0, 1, 2, 3, 4, 5]))
    #expect(numbers == [1, 2, 3, 24, 25, 26] && tap.times.count == 27)
  }

  @Test func `statement 5.11: a recording ends whole by its duration, with the session, and by an error`() async throws
  {
    var events = output.events.makeAsyncIterator()
    func finished() async -> CapturedMovie? {
      while let event = await events.next() {
        if case .didFinishRecording(let movie) = event { return movie }
      }
      return nil
    }
    try await start()
    output.maxRecordedDuration = .parts(5, of: 30)
    try output.startRecording(to: file("a.mp4"))
    await advance(30)
    let timed = try #require(await finished())
    #expect(timed.frameCount == 5 && timed.error == nil && !output.isRecording)
    #expect(try await read(timed.url).numbers == Array(1...5))
    output.maxRecordedDuration = nil

    // Another size cannot go into the same file.
    try output.startRecording(to: file("b.mp4"))
    await advance(4)
    let device = try #require(await session.inputs.first?.device)
    let small = try #require(device.formats.first)
    try device.configure { (device) throws(CaptureError) in try device.setActiveFormat(small) }
    #expect(await eventually { await session.startCount == 2 })
    await advance(2)
    #expect(
      await eventually {
        await advance(1); return !output.isRecording
      })
    let broken = try #require(await finished())
    #expect(broken.error?.description.contains("different sizes") == true && broken.frameCount == 4)
    #expect(try await read(broken.url).times == [0, 1, 2, 3])

    try output.startRecording(to: file("c.mp4"))
    await advance(3)
    try await session.remove(output)
    let left = try #require(await finished())
    #expect(left.frameCount == 3 && left.error == nil)
    #expect(try await read(left.url).times == [0, 1, 2])
  }

  /// Blackens its copy of each frame.
  private final class Blackening: CaptureOutput {
    let mediaTypes: [CaptureMediaType] = [.video]
    let count = Mutex(0)

    func receive(_ sample: CaptureSample, from connection: CaptureConnection) {
      guard case .frame(var frame) = sample else { return }
      frame.pixels.withUnsafeMutableBytes { for place in $0.indices { $0[place] = 0 } }
      if frame.pixels.bytes[0] == 0 { count.withLock { $0 += 1 } }
    }
  }

  @Test func `statement 5.13: what others do with a frame does not change what is coded`() async throws {
    let (before, after) = (Blackening(), Blackening())
    try await session.add(before)
    try await start()
    try await session.add(after)
    try output.startRecording(to: file("a.mp4"))
    await advance(12)
    let movie = try #require(await output.stopRecording())
    #expect(before.count.withLock { $0 } == 13 && after.count.withLock { $0 } == 12)
    #expect(try await read(movie.url).numbers == Array(1...12))
  }

  @Test(arguments: [Int32(60), 120, 240])
  func `statement 7.5: high rates go in without drops`(rate: Int32) async throws {
    let device = CaptureDevice(
      name: "fast",
      formats: [
        CaptureDeviceFormat(dimensions: Self.size, pixelFormat: .rgb24, frameRates: [FrameRateRange(1...rate)])
      ], generating: { format, index in VirtualCamera.picture(format.dimensions, index) })
    try await start(device)
    try output.startRecording(to: file("a.mp4"))
    await clock.advance(by: .parts(48, of: rate))
    let movie = try #require(await output.stopRecording())
    #expect(movie.frameCount == 48 && movie.droppedFrameCount == 0 && tap.drops.isEmpty)
    var times: [MediaTime] = []
    for try await frame in try VideoFile(contentsOf: movie.url).frames { times.append(frame.time) }
    #expect(times == (0..<48).map { .parts($0, of: rate) })
  }

  @Test func `unsupported recordings are refused, and nothing is left`() async throws {
    #expect(throws: CaptureError.self) { try output.startRecording(to: file("a.mp4")) }
    try await start()
    _ = try folder.file("there.mp4", [1, 2, 3])
    #expect(throws: CaptureError.self) { try output.startRecording(to: file("there.mp4")) }
    #expect(throws: CaptureError.self) { try output.startRecording(to: file("missing/a.mp4")) }
    #expect(await output.stopRecording()?.url == nil)
    // No frame is no movie.
    try output.startRecording(to: file("a.mp4"))
    let none = try #require(await output.stopRecording())
    #expect(none.error != nil && none.frameCount == 0 && none.firstTime == nil)
    #expect(folder.contents == ["there.mp4"])
  }

  @Test func `a captured movie has the times of its source`() async throws {
    let film = file("film.mp4")
    let times = [0, 1001, 2002, 4004, 5005].map { MediaTime(value: $0, timescale: 30_000) }
    let writer = try MovieWriter(url: film)
    for (index, time) in times.enumerated() {
      try writer.write(Frame(pixels: VirtualCamera.picture(Self.size, 40 * index), time: time))
    }
    try writer.finish()
    let session = CaptureSession(clock: ManualClock(time: .parts(12_345_678_901, of: 1_000_000_000)))
    let clock = try #require(session.clock as? ManualClock)
    try await session.add(CaptureInput(device: CaptureDevice(movie: film)))
    try await session.add(output)
    try output.startRecording(to: file("copy.mp4"))
    try await session.startRunning()
    await clock.advance(by: .parts(1, of: 1))
    let movie = try #require(await output.stopRecording())
    var found: [MediaTime] = []
    for try await frame in try VideoFile(contentsOf: movie.url).frames { found.append(frame.time) }
    #expect(found == times)
  }
}
