import FoundationEssentials
import FrameStream
import Imaging
import Support
import Testing

/// Frames that a program makes itself.
@Suite struct OwnSourceTests {
  /// Frames at times in several units.
  private struct Mixed: FrameSource {
    let times: [MediaTime]
    let failure: FrameStreamError?
    var index = 0

    mutating func nextFrame() throws(FrameStreamError) -> Frame? {
      guard index < times.count else {
        if let failure { throw failure }
        return nil
      }
      defer { index += 1 }
      return Frame(pixels: PixelBuffer(size: PixelSize(width: 16, height: 16), format: .rgba8), time: times[index])
    }
  }

  private static let times = [
    MediaTime(value: 0, timescale: 1), MediaTime(value: 1, timescale: 25), MediaTime(value: 1001, timescale: 24_000),
    MediaTime(value: 5005, timescale: 60_000), MediaTime(value: 125, timescale: 1000),
  ]

  @Test func `a custom source is a sequence like any other`() async throws {
    let counts = FrameCounts()
    let frames = FrameSequence(Mixed(times: Self.times, failure: nil)).delivered(.everyFrame, counting: counts)
    var seen: [MediaTime] = []
    for try await frame in frames { seen.append(frame.time) }
    #expect(seen == Self.times && counts.delivered == 5)
    for try await _ in frames { Issue.record("it is pulled once") }
  }

  @Test func `its error follows its frames`() async throws {
    let failure = FrameStreamError.malformed(file: "own", reason: "no more ink")
    var count = 0
    await #expect(throws: failure) {
      for try await _ in FrameSequence(Mixed(times: Self.times, failure: failure)) { count += 1 }
    }
    #expect(count == 5)
  }

  @Test func `a movie holds times of several timescales exactly`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "mixed.mp4")
    let movie = try MovieWriter(url: url, settings: MovieSettings())
    for try await frame in FrameSequence(Mixed(times: Self.times, failure: nil)) { try movie.write(frame) }
    try movie.finish()
    var found: [MediaTime] = []
    for try await frame in try VideoFile(contentsOf: url).frames { found.append(frame.time) }
    #expect(found == Self.times)
  }
}
