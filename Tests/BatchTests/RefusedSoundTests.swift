import FoundationEssentials
import MatteKit
import Support
import Synchronization
import Testing

@testable import Batch

/// Sound that the container of a result does not support.
@Suite struct RefusedSoundTests {
  @Test func `is reported before any frame is made`() async throws {
    let folder = try TemporaryFolder()
    let (source, result) = (folder.url.appending(path: "opus.webm"), folder.url.appending(path: "result.mov"))
    var settings = MovieSettings()
    let format = AudioFormat(sampleRate: 48_000, channelCount: 1)
    settings.audioFormat = format
    let movie = try MovieWriter(url: source, settings: settings)
    let pixels = PixelBuffer(size: PixelSize(width: 64, height: 48), format: .rgba8)
    for number in 0..<2 as Range<Int64> {
      try movie.write(Frame(pixels: pixels, time: MediaTime(value: number, timescale: 25)))
    }
    try movie.write(AudioBuffer(format: format, samples: [Float](repeating: 0, count: 3840), time: .zero))
    try movie.finish()

    let frames = Mutex(0)
    let processor = MovieProcessor(analysis: SceneAnalysis()) { scene in
      frames.withLock { $0 += 1 }
      return scene
    }
    let error = await #expect(throws: ProcessingError.self) {
      try await processor.process(MovieSource(movie: source), to: .movie(result))
    }
    #expect(
      error?.description.hasSuffix(
        "its sound is opus, which a file of the kind QuickTime cannot hold; .mp4 and .mkv can") == true)
    #expect(frames.withLock { $0 } == 0 && folder.contents == ["opus.webm"])
  }
}
