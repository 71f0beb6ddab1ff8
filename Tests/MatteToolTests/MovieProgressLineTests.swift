import MatteKit
import Testing

@testable import Batch
@testable import mattetool

@Suite struct MovieProgressLineTests {
  private func text(_ frame: Int, of total: Int?, rate: Double?) -> String {
    let progress = MovieProgress(
      frameCount: frame, totalFrameCount: total, time: MediaTime(value: Int64(frame), timescale: 25))
    return MovieProgressLine.text(of: progress, name: "a.mp4", rate: rate)
  }

  @Test func `unknown values are omitted`() {
    #expect(text(120, of: 300, rate: 24) == "a.mp4: frame 120 of 300, 24.0 frames a second, 7.5 s left")
    #expect(text(120, of: nil, rate: 24) == "a.mp4: frame 120, 24.0 frames a second")
    // Of the first frame no rate can be told, and the number of frames may have been a guess.
    #expect(text(1, of: 300, rate: nil) == "a.mp4: frame 1 of 300")
    #expect(text(301, of: 300, rate: 24) == "a.mp4: frame 301, 24.0 frames a second")
  }
}
