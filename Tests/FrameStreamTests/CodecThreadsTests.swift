import FoundationEssentials
import Imaging
import Support
import Testing

@testable import FrameStream

/// The threads of codecs, which networks on other cores may limit.
@Suite struct CodecThreadsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A movie of 40 pictures, which are more than an encoder holds back.
  private func movie(encodedOn threads: Int?) throws -> URL {
    let url = folder.url.appending(path: "\(threads ?? 0).mp4")
    var settings = MovieSettings()
    settings.encodingThreads = threads
    let writer = try MovieWriter(url: url, settings: settings)
    for index in 0..<40 {
      let pixels = RawVideoTests.smooth(PixelSize(width: 320, height: 240), phase: index)
      try writer.write(Frame(pixels: pixels, time: MediaTime(value: Int64(index), timescale: 25)))
    }
    try writer.finish()
    return url
  }

  /// x264 states its options in the stream.
  @Test(arguments: [1, 2])
  func `H.264 is encoded on as many threads as the settings have`(threads: Int) throws {
    let text = String(decoding: try Data(contentsOf: movie(encodedOn: threads)), as: UTF8.self)
    #expect(text.contains(" threads=\(threads) "))
  }

  @Test func `frames are the same on any number of threads`() async throws {
    var file = try VideoFile(contentsOf: movie(encodedOn: nil))
    var frames: [[Frame]] = []
    for threads in [nil, 1, 3] {
      file.decodingThreads = threads
      frames.append([])
      for try await frame in file.frames { frames[frames.count - 1].append(frame) }
    }
    #expect(frames[0].count == 40)
    for others in frames.dropFirst() {
      #expect(others.map(\.time) == frames[0].map(\.time))
      #expect(others.map(\.pixels) == frames[0].map(\.pixels))
    }
  }
}
