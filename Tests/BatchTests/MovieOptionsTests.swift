import MatteKit
import Testing

@testable import Batch

@Suite struct MovieOptionsTests {
  /// Otherwise a resumed run would keep results of other options.
  @Test func `each option makes another recipe`() {
    let standard = MovieOptions()
    #expect(standard.words.count == Mirror(reflecting: standard).children.count)
    let changes: [(inout MovieOptions) -> Void] = [
      { $0.matteQuality = .fast }, { $0.weights = .permissive }, { $0.start = MediaTime(value: 1, timescale: 2) },
      { $0.end = MediaTime(value: 1, timescale: 2) }, { $0.fittingSize = PixelSize(width: 64, height: 48) },
      { $0.codec = .hevc }, { $0.rateFactor = 20 }, { $0.isLossless = true }, { $0.metadata = .strip },
      { $0.requiresPerson = true }, { $0.copiesUnchanged = true },
    ]
    let words = changes.map { change in
      var options = standard
      change(&options)
      return options.words
    }
    #expect(Set(words + [standard.words]).count == standard.words.count + 1)
  }

  @Test func `memory is estimated by the frames, and by how far effects look ahead`() throws {
    func estimate(_ width: Int, _ height: Int, bits: Int = 8, ahead: Double = 0, as codec: VideoCodec = .h264) throws
      -> Int
    {
      let file = try SmallMovie(width: 64, height: 48, frames: 1)
      var format = try VideoFile(contentsOf: file.url).format
      format.size = PixelSize(width: width, height: height)
      format.bitsPerComponent = bits
      return MemoryEstimate.bytes(for: format, frameRate: 25, lookAhead: ahead, as: codec)
    }
    // Measured: blur-background, and hide-faces, which looks ahead by a second.
    for (width, height, blur, hide) in [
      (640, 360, 405, 348), (1280, 720, 555, 518), (1920, 1080, 705, 815), (3840, 2160, 1468, 1889),
    ] {
      #expect(try estimate(width, height) > blur * 1_000_000)
      #expect(try estimate(width, height, ahead: 1) > hide * 1_000_000)
    }
    #expect(try estimate(1920, 1080, as: .vp9) > 850_000_000)
    #expect(try estimate(640, 360, bits: 10) > estimate(640, 360))
  }
}
