import FoundationEssentials
import MatteKit
import Support
import Testing

@testable import Batch

/// How long the last frame of a result is shown.
@Suite struct LastFrameTests {
  /// Writes a movie of two frames, the second of which is shown for 3 s, once more.
  private func process(
    _ name: String, from start: MediaTime? = nil, to end: MediaTime? = nil
  ) async throws -> (end: MediaTime?, seconds: Double) {
    let folder = try TemporaryFolder()
    let (source, result) = (folder.url.appending(path: name), folder.url.appending(path: "result-\(name)"))
    try SmallMovie.write(to: source, frames: 2, endingAt: MediaTime(value: 304, timescale: 100))
    var options = MovieOptions()
    (options.start, options.end) = (start, end)
    let processor = MovieProcessor(analysis: SceneAnalysis(), options: options) { $0 }
    let processed = try await processor.process(
      MovieSource(movie: source, from: start, to: end), to: .movie(result))
    #expect(processed.frameCount == 2)
    return (try VideoFile(contentsOf: result).endTime, processed.seconds)
  }

  @Test(arguments: ["a.mp4", "a.mkv", "a.mov"])
  func `is that of the source`(name: String) async throws {
    let result = try await process(name)
    #expect(result.end == MediaTime(value: 304, timescale: 100))
    #expect(abs(result.seconds - 3.04) < 1e-9)
  }

  @Test func `ends where the part ends that is taken`() async throws {
    #expect(try await process("a.mp4", to: MediaTime(value: 2, timescale: 1)).end == MediaTime(value: 2, timescale: 1))
    let part = try await process(
      "a.mp4", from: MediaTime(value: 2, timescale: 100), to: MediaTime(value: 2, timescale: 1))
    #expect(part.end == MediaTime(value: 198, timescale: 100))
  }

  @Test func `is that of the source in its mattes`() async throws {
    let folder = try TemporaryFolder()
    let (source, result) = (folder.url.appending(path: "a.mp4"), folder.url.appending(path: "hair.mp4"))
    try SmallMovie.write(to: source, frames: 1, endingAt: MediaTime(value: 3, timescale: 1))
    _ = try await MatteMovieProcessor().process(
      MovieSource(movie: source), to: [.hair: .movie(result)])
    #expect(try VideoFile(contentsOf: result).endTime == MediaTime(value: 3, timescale: 1))
  }
}
