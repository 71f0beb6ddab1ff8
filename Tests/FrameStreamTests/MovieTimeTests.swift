import FoundationEssentials
import Imaging
import Support
import Testing

@testable import FrameStream

/// Times far from zero and far apart, in coarse and fine units.
@Suite struct MovieTimeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func frame(at time: MediaTime) -> Frame {
    Frame(pixels: RawVideoTests.smooth(PixelSize(width: 64, height: 48), phase: Int(time.value % 7)), time: time)
  }

  private func writtenTimes(_ times: [MediaTime], to name: String) async throws -> [MediaTime] {
    let url = folder.url.appending(path: name)
    let writer = try MovieWriter(url: url, settings: MovieSettings())
    for time in times { try writer.write(Self.frame(at: time)) }
    try writer.finish()
    var found: [MediaTime] = []
    for try await frame in try VideoFile(contentsOf: url).frames { found.append(frame.time) }
    return found
  }

  @Test(arguments: ["a.mp4", "a.mov"], [Int64(0), 3600, 1_700_000_000])
  func `times in nanoseconds are exact, however far from zero`(name: String, start: Int64) async throws {
    let times = (0..<8).map { MediaTime(value: start * 1_000_000_000 + $0 * 1_999_999_999, timescale: 1_000_000_000) }
    #expect(try await writtenTimes(times, to: name) == times)
  }

  @Test func `seeking finds a time in nanoseconds`() async throws {
    let url = folder.url.appending(path: "a.mp4")
    let writer = try MovieWriter(url: url, settings: MovieSettings())
    let times = (0..<20).map { MediaTime(value: $0 * 1_999_999_999, timescale: 1_000_000_000) }
    for time in times { try writer.write(Self.frame(at: time)) }
    try writer.finish()
    for (start, first) in [(times[10], 10), (MediaTime(value: 31, timescale: 1), 15), (times[19], 19)] {
      var iterator = try VideoFile(contentsOf: url).frames(from: start).makeAsyncIterator()
      #expect(try await iterator.next()?.time == times[first])
    }
  }

  @Test(arguments: ["a.mp4", "a.mov"])
  func `pauses of up to 2982 s keep their times`(name: String) async throws {
    let times = [0, 2, 2984, 2985, 5967].map { MediaTime(value: $0, timescale: 1) }
    #expect(try await writtenTimes(times, to: name) == times)
  }

  @Test func `Matroska holds frames an hour apart`() async throws {
    let times = (0..<4).map { MediaTime(value: $0 * 3600, timescale: 1) }
    #expect(try await writtenTimes(times, to: "a.mkv") == times)
  }

  @Test(arguments: ["a.mp4", "a.mov"])
  func `a frame too far from the one before is refused, and those before are a movie`(name: String) async throws {
    let url = folder.url.appending(path: name)
    let writer = try MovieWriter(url: url, settings: MovieSettings())
    let times = [MediaTime.zero, MediaTime(value: 1, timescale: 25)]
    for time in times { try writer.write(Self.frame(at: time)) }
    let error = #expect(throws: FrameStreamError.self) {
      try writer.write(Self.frame(at: MediaTime(value: 3600, timescale: 1)))
    }
    #expect(error?.description.contains("a picture lasts 3600 s") == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("less than 2982 s in units of 1/720000 s") == true)
    try writer.finish()
    var found: [MediaTime] = []
    for try await frame in try VideoFile(contentsOf: url).frames { found.append(frame.time) }
    #expect(found == times)
  }

  @Test func `a coarse timescale holds frames a day apart`() async throws {
    var settings = MovieSettings()
    settings.timescale = 1
    let url = folder.url.appending(path: "a.mp4")
    let writer = try MovieWriter(url: url, settings: settings)
    let times = (0..<4).map { MediaTime(value: $0 * 90_000, timescale: 1) }
    for time in times { try writer.write(Self.frame(at: time)) }
    try writer.finish()
    var found: [MediaTime] = []
    for try await frame in try VideoFile(contentsOf: url).frames { found.append(frame.time) }
    #expect(found == times)
  }

  @Test func `a last frame of an hour ends as late as the unit allows, with a warning`() throws {
    let url = folder.url.appending(path: "a.mp4")
    let writer = try MovieWriter(url: url, settings: MovieSettings())
    try writer.write(Self.frame(at: .zero))
    writer.endSession(atSourceTime: MediaTime(value: 3600, timescale: 1))
    try writer.finish()
    #expect(try VideoFile(contentsOf: url).duration == MediaTime(value: Int64(Int32.max) - 1, timescale: 720_000))
    #expect(writer.warnings.contains { $0.contains("its last picture is shown for 2983 s") }, "\(writer.warnings)")
  }

  @Test func `a time that the unit does not express is named as that`() throws {
    let writer = try MovieWriter(url: folder.url.appending(path: "a.mp4"), settings: MovieSettings())
    try writer.write(Self.frame(at: .zero))
    for (time, reason) in [
      (MediaTime(value: 1, timescale: 7919), "1/7919 is not a multiple of the movie's unit, 1/720000 s"),
      (MediaTime(value: .max, timescale: 1), "is out of all bounds in the movie's unit"),
    ] {
      let error = #expect(throws: FrameStreamError.self) { try writer.write(Self.frame(at: time)) }
      #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }
  }

  @Test(arguments: [0, -25.0]) func `without a frame rate the last frame lasts 40 ms`(rate: Double) throws {
    let url = folder.url.appending(path: "a.mp4")
    let writer = try MovieWriter(url: url, settings: MovieSettings(nominalFrameRate: rate))
    for number in 0..<3 { try writer.write(Self.frame(at: MediaTime(value: Int64(number), timescale: 25))) }
    try writer.finish()
    #expect(try VideoFile(contentsOf: url).duration == MediaTime(value: 3, timescale: 25))
  }
}
