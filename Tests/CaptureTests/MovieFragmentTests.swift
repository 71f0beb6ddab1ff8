import FoundationEssentials
import FrameStream
import Imaging
import Support
import Testing

@testable import Capture

/// What is in the file of a recording before it is finished, as a crash would leave it.
@Suite struct MovieFragmentTests {
  private static let size = PixelSize(width: 64, height: 48)
  private let clock = ManualClock()
  private let session: CaptureSession
  private let folder: TemporaryFolder
  private let output = MovieFileOutput(bufferCount: 400)

  init() throws {
    session = CaptureSession(clock: clock)
    folder = try TemporaryFolder()
  }

  private func start(rate: Int32) async throws {
    let format = CaptureDeviceFormat(
      dimensions: Self.size, pixelFormat: .rgb24, frameRates: [FrameRateRange(1...rate)])
    let device = CaptureDevice(
      name: "generator", formats: [format],
      generating: { format, index in VirtualCamera.picture(format.dimensions, 4 * (index % 60) + 8) })
    try await session.add(CaptureInput(device: device))
    try await session.add(output)
    try await session.startRunning()
    await clock.advance(by: .zero)
  }

  /// The frames that a copy of the file holds: their times, and their numbers modulo 60. None where it cannot be read.
  private func frames(_ url: URL) async throws -> (times: [MediaTime], numbers: [Int]) {
    let copy = folder.url.appending(path: "copy.\(url.pathExtension)")
    guard let bytes = try? Data(contentsOf: url) else { return ([], []) }
    try bytes.write(to: copy)
    var (times, numbers): ([MediaTime], [Int]) = ([], [])
    do {
      for try await frame in try VideoFile(contentsOf: copy).frames {
        times.append(frame.time)
        let gray = Double(frame.pixels.bytes[0])
        numbers.append(Int((gray - 8) / 4 + 0.5))
      }
    } catch {
      // Files of Matroska say how long they are when they are finished: one that is not ends too soon, as it does.
      guard url.pathExtension == "mkv" || url.pathExtension == "webm" else { throw error }
    }
    return (times, numbers)
  }

  /// VP9 is coarse enough to take a step of gray for the next.
  private static func agree(_ numbers: [Int], _ expected: [Int], _ url: URL) -> Bool {
    let tolerance = url.pathExtension == "webm" ? 1 : 0
    return numbers.count == expected.count && zip(numbers, expected).allSatisfy { abs($0 - $1) <= tolerance }
  }

  @Test(arguments: ["a.mp4", "a.mov", "a.mkv", "a.webm"], [Int32(10), 30])
  func `statement 5.11: a crash loses a second at most, and a file that is ended loses nothing`(
    name: String, rate: Int32
  ) async throws {
    try await start(rate: rate)
    let url = folder.url.appending(path: name)
    try output.startRecording(to: url)
    for seconds in 2...4 {
      await clock.advance(by: .parts(Int64(seconds == 2 ? 2 : 1), of: 1))
      let least = Int(rate) * (seconds - 1)
      #expect(try await eventually { try await frames(url).numbers.count >= least })
      let (times, numbers) = try await frames(url)
      #expect(Self.agree(numbers, (1...numbers.count).map { $0 % 60 }, url))
      for (index, time) in times.enumerated() { #expect(abs(time.seconds - Double(index) / Double(rate)) < 0.001) }
    }
    let movie = try #require(await output.stopRecording())
    #expect(movie.error == nil && movie.frameCount == 4 * Int(rate))
    #expect(Self.agree(try await frames(url).numbers, (1...4 * Int(rate)).map { $0 % 60 }, url))
    // An ordinary file in the end.
    #expect(try Data(contentsOf: url).firstRange(of: Data("moof".utf8)) == nil)
    #expect(folder.contents.filter { !$0.hasPrefix("copy") } == [name])
  }

  @Test func `a replaced file stays until the first fragment is written`() async throws {
    try await start(rate: 30)
    let url = try folder.file("a.mp4", [1, 2, 3])
    try output.startRecording(to: url, overwriting: true)
    await clock.advance(by: .parts(5, of: 30))
    #expect(try Data(contentsOf: url) == Data([1, 2, 3]))
    await clock.advance(by: .parts(2, of: 1))
    #expect(await eventually { (try? Data(contentsOf: url).count) ?? 0 > 100 })
    let movie = try #require(await output.stopRecording())
    #expect(movie.error == nil && movie.frameCount == 65)
    #expect(try await frames(url).numbers.count == 65)
  }

  @Test(arguments: ["a.avi", "a.mpg", "a.ts", "a.flv"])
  func `statement 5.11: kinds of file of which a crash leaves nothing are refused before`(name: String) async throws {
    try await start(rate: 30)
    let url = folder.url.appending(path: name)
    let error = #expect(throws: CaptureError.self) { try output.startRecording(to: url) }
    #expect(error?.description.contains("\(url.path): not supported: a camera is recorded as .mp4") == true)
    #expect(!output.isRecording && folder.contents.isEmpty)
  }

  @Test func `settings define the possible loss, and exclude others`() async throws {
    try await start(rate: 30)
    #expect(output.recommendedMovieSettings.movieFragmentInterval == .parts(1, of: 1))
    let url = folder.url.appending(path: "a.mp4")
    try output.startRecording(to: url, settings: MovieSettings(nominalFrameRate: 30))
    await clock.advance(by: .parts(3, of: 1))
    #expect(!FileManager.default.fileExists(atPath: url.path))
    #expect(await output.stopRecording()?.frameCount == 90)

    let frame = Frame(pixels: VirtualCamera.picture(Self.size, 0), time: .zero)
    for interval in [MediaTime.zero, .parts(-1, of: 1), .parts(3601, of: 1)] {
      let writer = try MovieWriter(
        url: folder.url.appending(path: "b.mp4"), settings: MovieSettings(movieFragmentInterval: interval))
      #expect(throws: FrameStreamError.self) { try writer.write(frame) }
    }
    let copying = try MovieWriter(
      url: folder.url.appending(path: "b.mp4"), settings: MovieSettings(movieFragmentInterval: .parts(1, of: 1)),
      copying: MovieCopy(url))
    #expect(throws: FrameStreamError.self) { try copying.write(frame) }
    // Known nothing of fragments, whole all the same.
    let other = try MovieWriter(
      url: folder.url.appending(path: "c.avi"),
      settings: MovieSettings(nominalFrameRate: 1, timescale: 1, movieFragmentInterval: .parts(1, of: 1)))
    try other.write(frame)
    try other.finish()
    #expect(folder.contents == ["a.mp4", "c.avi"])
  }
}
