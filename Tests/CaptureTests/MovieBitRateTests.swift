import FoundationEssentials
import FrameStream
import Imaging
import Support
import Testing

@testable import Capture

/// How many bits a movie takes, read from its file.
@Suite struct MovieBitRateTests {
  private static let size = PixelSize(width: 160, height: 120)
  private static let seconds = 4
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Noise, which takes as many bits as are given.
  private static let noise: [PixelBuffer] = {
    var random = RepeatableRandomNumberGenerator(seed: 5)
    return (0..<8).map { _ in
      PixelBuffer(size: size, format: .rgba8) { bytes in
        for place in bytes.indices { bytes[place] = place % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random) }
      }
    }
  }()

  /// The bits a second that a film of noise takes.
  private func bits(_ name: String, _ settings: MovieSettings) throws -> Double {
    let url = folder.url.appending(path: name)
    var settings = settings
    (settings.nominalFrameRate, settings.timescale) = (30, 30)
    let writer = try MovieWriter(url: url, settings: settings)
    for index in 0..<30 * Self.seconds {
      try writer.write(Frame(pixels: Self.noise[index % 8], time: .parts(Int64(index), of: 30)))
    }
    try writer.finish()
    return try Double(Data(contentsOf: url).count * 8) / Double(Self.seconds)
  }

  @Test(arguments: [("a.mp4", VideoCodec.h264), ("a.mp4", .hevc), ("a.webm", .vp9)])
  func `statement 5.1: a bit rate is kept on average, and a bound by what would take more`(
    name: String, codec: VideoCodec
  ) throws {
    let free = try bits("free-\(name)", MovieSettings(codec: codec))
    #expect(free > 2_000_000, "\(free)")
    let average = try bits("average-\(name)", MovieSettings(codec: codec, averageBitRate: 1_000_000))
    #expect(average > 700_000 && average < 1_300_000, "\(average)")
    // VP9 and AV1 have none.
    guard codec != .vp9 else { return }
    let bounded = try bits("bounded-\(name)", MovieSettings(codec: codec, maximumBitRate: 1_000_000))
    #expect(bounded < 1_300_000, "\(bounded)")
  }

  @Test func `codecs without a rate factor have constant quality, not one rate for all sizes`() throws {
    // MPEG-4 in AVI: FFmpeg's own rate is 200,000 bits a second.
    let (coarse, usual) = (
      try bits("coarse.avi", MovieSettings(rateFactor: 34)), try bits("usual.avi", MovieSettings())
    )
    #expect(usual > 2_500_000 && coarse < usual / 2, "\(usual) \(coarse)")
    let average = try bits("average.avi", MovieSettings(averageBitRate: 1_000_000))
    #expect(average < 2_000_000, "\(average)")
  }

  @Test func `statement 5.1: a bound changes nothing of what takes less`() throws {
    let loose = try bits("loose.mp4", MovieSettings(rateFactor: 40, maximumBitRate: 50_000_000))
    let free = try bits("free.mp4", MovieSettings(rateFactor: 40))
    #expect(abs(loose / free - 1) < 0.02, "\(loose) \(free)")
  }

  @Test func `impossible bit rates, and codecs without one, are refused`() throws {
    for rate in [0, -5, 999, 2_000_000_001] {
      #expect(throws: FrameStreamError.self) { _ = try bits("a.mp4", MovieSettings(averageBitRate: rate)) }
      #expect(throws: FrameStreamError.self) { _ = try bits("a.mp4", MovieSettings(maximumBitRate: rate)) }
    }
    for (name, settings) in [
      ("a.mov", MovieSettings(codec: .proRes4444, averageBitRate: 1_000_000)),
      ("a.mkv", MovieSettings(codec: .ffv1, averageBitRate: 1_000_000)),
      ("a.mp4", MovieSettings(averageBitRate: 1_000_000, isLossless: true)),
    ] {
      let error = #expect(throws: FrameStreamError.self) { _ = try bits(name, settings) }
      #expect(error?.description.contains("has no bit rate to be set") == true, "\(String(describing: error))")
    }
    #expect(folder.contents.isEmpty)
  }

  @Test func `statement 5.6: a bit rate is recommended by size, rate and codec`() async throws {
    func rate(_ width: Int, _ height: Int, _ frameRate: Double, _ codec: VideoCodec = .h264) -> Int? {
      MovieSettings.recommendedBitRate(
        for: PixelSize(width: width, height: height), frameRate: frameRate, codec: codec)
    }
    #expect(rate(1280, 720, 30) == 5_000_000 && rate(1280, 720, 30, .automatic) == 5_000_000)
    #expect(rate(1920, 1080, 30) == 9_186_000 && rate(640, 480, 30) == 2_193_000)
    // Twice the rate is not twice the bits.
    #expect(rate(1280, 720, 60) == 8_409_000)
    #expect(rate(1280, 720, 30, .hevc) == 3_000_000 && rate(1280, 720, 30, .av1) == 2_500_000)
    #expect(rate(1280, 720, 30, .proRes4444) == nil && rate(1280, 720, 30, .ffv1) == nil)
    #expect(rate(1, 1, 1) == 1_000)

    let session = CaptureSession(clock: ManualClock())
    let movie = MovieFileOutput()
    try await session.add(movie)
    #expect(movie.recommendedMovieSettings.maximumBitRate == nil)
    let size = PixelSize(width: 640, height: 480)
    try await session.add(CaptureInput(device: VirtualCamera.device(sizes: [size])))
    #expect(movie.recommendedMovieSettings.maximumBitRate == 2 * 2_193_000)
    #expect(movie.recommendedMovieSettings.averageBitRate == nil)
  }

  @Test func `statement 5.1: what is recorded has the bit rate that is recommended`() async throws {
    let clock = ManualClock()
    let session = CaptureSession(clock: clock)
    let movie = MovieFileOutput(bufferCount: 200)
    let format = CaptureDeviceFormat(
      dimensions: Self.size, pixelFormat: .rgb24, frameRates: [FrameRateRange(1...30)])
    let device = CaptureDevice(name: "noise", formats: [format]) { _, index in Self.noise[index % 8] }
    try await session.add(CaptureInput(device: device))
    try await session.add(movie)
    try await session.startRunning()
    await clock.advance(by: .zero)
    let url = folder.url.appending(path: "film.mp4")
    try movie.startRecording(to: url)
    await clock.advance(by: .parts(Int64(Self.seconds * 30), of: 30))
    let recorded = try #require(await movie.stopRecording())
    #expect(recorded.error == nil && recorded.frameCount == Self.seconds * 30)
    let most = try #require(movie.recommendedMovieSettings.maximumBitRate)
    let taken = try Data(contentsOf: url).count * 8 / Self.seconds
    #expect(taken < most * 5 / 4 && taken > most / 2, "\(taken) of \(most)")
  }
}
