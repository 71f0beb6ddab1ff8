import FoundationEssentials
import MatteKit
import Support
import Testing

@testable import Batch

/// Movies that run along with others.
@Suite struct RunningMovieTests {
  private func gray(_ movie: RunningMovie, at seconds: Double) async throws -> Int {
    let picture = try await movie.picture(at: MediaTime(value: Int64(seconds * 1000), timescale: 1000))
    return Int(try Renderer().render(picture.image, in: PixelRect(PixelSize(width: 1, height: 1)), as: .rgba8).bytes[0])
  }

  @Test func `restarts at its end, also if it is shorter than a frame of the stream`() async throws {
    let small = try SmallMovie(frames: 4)
    let movie = try RunningMovie(contentsOf: small.url)
    // Frames of 20, 28, 36 and 44 for 0.04 s each.
    for (time, expected) in [(0.0, 20), (0.05, 28), (0.13, 44), (0.17, 20), (10.0, 36), (10.05, 44), (1000.0, 20)] {
      let found = try await gray(movie, at: time)
      #expect(abs(found - expected) <= 2, "\(time)")
    }
  }

  @Test func `one frame is a picture, which is read once`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "one.mp4")
    try SmallMovie.write(to: url, frames: 1, endingAt: MediaTime(value: 1, timescale: 90_000))
    let movie = try RunningMovie(contentsOf: url)
    #expect(abs(try await gray(movie, at: 0) - 20) <= 2)
    // It would be opened a hundred thousand times.
    try FileManager.default.removeItem(at: url)
    #expect(abs(try await gray(movie, at: 10) - 20) <= 2)
  }
}
