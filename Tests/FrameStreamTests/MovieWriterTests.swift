import FoundationEssentials
import Imaging
import Support
import Testing

@testable import FrameStream

@Suite struct MovieWriterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let size = PixelSize(width: 64, height: 48)

  private func movie(
    _ times: [Int64], timescale: Int32 = 600, size: PixelSize = size, orientation: Orientation = .up
  ) -> [Frame] {
    times.enumerated().map { number, time in
      Frame(
        pixels: RawVideoTests.smooth(size, phase: number), orientation: orientation,
        time: MediaTime(value: time, timescale: timescale))
    }
  }

  private func write(_ frames: [Frame], to name: String, soundFrom sound: URL? = nil) throws -> URL {
    let url = folder.url.appending(path: name)
    let writer = try MovieWriter(url: url, rateFactor: 8, soundFrom: sound)
    for frame in frames { try writer.write(frame) }
    try writer.finish()
    return url
  }

  private static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0] == part[0] && bytes[$0...].starts(with: part) }
  }

  private func read(_ url: URL, from time: MediaTime? = nil) async throws -> [Frame] {
    var frames: [Frame] = []
    for try await frame in try VideoFile(contentsOf: url).frames(from: time) { frames.append(frame) }
    return frames
  }

  @Test(arguments: ["movie.mp4", "movie.mov"])
  func `times, evenly spaced or not, and pictures are read as they were written`(name: String) async throws {
    // An odd number of units, a long gap, and times that 1/25 s does not divide.
    let times: [Int64] = [0, 20, 70, 77, 677, 700, 1301]
    let frames = movie(times)
    let url = try write(frames, to: name)
    let found = try await read(url)
    #expect(found.map(\.time) == frames.map(\.time))
    for (a, b) in zip(found, frames) { #expect(RawVideoTests.worstDifference(a.pixels, b.pixels) < 16) }
    // H.264 by its mark in the sample description.
    #expect(Self.holds([UInt8](try Data(contentsOf: url)), Array("avc1".utf8)))
  }

  @Test(arguments: ["movie.mkv", "movie.webm", "movie.avi"])
  func `if the container keeps no orientation, pixels are rotated`(name: String) async throws {
    let frames = movie([0, 20, 40], timescale: 500, orientation: .right)
    let url = folder.url.appending(path: name)
    var settings = MovieSettings(rateFactor: 8)
    settings.pixelAspectRatio = PixelAspectRatio(horizontalSpacing: 2, verticalSpacing: 1)
    let writer = try MovieWriter(url: url, settings: settings)
    for frame in frames { try writer.write(frame) }
    try writer.finish()
    let found = try await read(url)
    #expect(found.map(\.orientation) == [.up, .up, .up])
    for (a, b) in zip(found, frames) { #expect(RawVideoTests.worstDifference(a.pixels, b.upright.pixels) < 24) }
    let shape = try VideoFile(contentsOf: url).format.pixelAspectRatio
    #expect(name.hasSuffix("avi") || shape == PixelAspectRatio(horizontalSpacing: 1, verticalSpacing: 2))
  }

  @Test(arguments: [VideoCodec.h264, .hevc, .vp9, .av1], ["mp4", "mkv"])
  func `movies of all codecs keep times, orientation and pictures, and support seeking`(
    codec: VideoCodec, kind: String
  ) async throws {
    let frames = movie((0..<8).map { $0 * 40 }, timescale: 1000, orientation: kind == "mp4" ? .right : .up)
    let url = folder.url.appending(path: "movie.\(kind)")
    let writer = try MovieWriter(url: url, rateFactor: 8, codec: codec)
    for frame in frames { try writer.write(frame) }
    try writer.finish()
    let found = try await read(url)
    #expect(found.map(\.time) == frames.map(\.time))
    #expect(found.map(\.orientation) == frames.map(\.orientation))
    for (a, b) in zip(found, frames) { #expect(RawVideoTests.worstDifference(a.pixels, b.pixels) < 20) }
    let marks = [
      "h264": ["avc1", "V_MPEG4/ISO/AVC"], "hevc": ["hvc1", "V_MPEGH/ISO/HEVC"], "vp9": ["vp09", "V_VP9"],
    ]
    let mark = (marks[codec.rawValue] ?? ["av01", "V_AV1"])[kind == "mp4" ? 0 : 1]
    #expect(Self.holds([UInt8](try Data(contentsOf: url)), Array(mark.utf8)))
    let rest = try await read(url, from: MediaTime(value: 200, timescale: 1000))
    #expect(rest.map(\.time) == [200, 240, 280].map { MediaTime(value: $0, timescale: 1000) })
  }

  @Test(arguments: [
    (VideoCodec.h264, "a.mp4"), (VideoCodec.h264, "a.mkv"), (VideoCodec.ffv1, "a.mkv"),
    (VideoCodec.proRes4444, "a.mov"),
    (VideoCodec.vp9, "a.webm"), (VideoCodec.av1, "a.mp4"),
  ])
  func `the last frame is shown until the session ends`(codec: VideoCodec, name: String) async throws {
    let frames = movie([-40, 0, 40].map { $0 + (name.hasSuffix("mp4") ? 0 : 40) }, timescale: 1000)
    let url = folder.url.appending(path: name)
    let writer = try MovieWriter(url: url, settings: MovieSettings(codec: codec))
    for frame in frames { try writer.write(frame) }
    // In other units than the frames' own.
    writer.endSession(atSourceTime: MediaTime(value: 301, timescale: 100))
    try writer.finish()
    // MP4 has no times before zero.
    let shift = MediaTime(value: name.hasSuffix("mp4") ? 40 : 0, timescale: 1000)
    #expect(try await read(url).map(\.time) == frames.map { $0.time + shift })
    #expect(try VideoFile(contentsOf: url).endTime == MediaTime(value: 301, timescale: 100) + shift)
  }

  @Test(arguments: ["a.mkv", "a.webm", "a.mp4", "a.mov"])
  func `a movie that begins after zero ends where its last frame does`(name: String) throws {
    let url = folder.url.appending(path: name)
    let writer = try MovieWriter(url: url)
    for frame in movie((0..<20).map { 5000 + 20 * $0 }, timescale: 1000) { try writer.write(frame) }
    writer.endSession(atSourceTime: MediaTime(value: 56, timescale: 10))
    try writer.finish()
    let file = try VideoFile(contentsOf: url)
    #expect(file.duration == MediaTime(value: 6, timescale: 10))
    #expect(file.endTime == MediaTime(value: 56, timescale: 10))
  }

  @Test func `an end that is not after the last frame has no effect`() async throws {
    let url = folder.url.appending(path: "a.mp4")
    let writer = try MovieWriter(url: url)
    for frame in movie([0, 40], timescale: 1000) { try writer.write(frame) }
    writer.endSession(atSourceTime: MediaTime(value: 40, timescale: 1000))
    try writer.finish()
    #expect(try VideoFile(contentsOf: url).endTime == MediaTime(value: 80, timescale: 1000))
  }

  /// A further frame began another movie, which replaced the finished one.
  @Test func `a finished movie takes no more frames`() async throws {
    let url = folder.url.appending(path: "a.mp4")
    let writer = try MovieWriter(url: url, settings: MovieSettings(), overwriting: true)
    let frames = movie([0, 24, 48])
    for frame in frames.dropLast() { try writer.write(frame) }
    try writer.finish()
    for again in [{ try writer.write(frames[2]) }, { try writer.finish() }] {
      let error = #expect(throws: FrameStreamError.self) { try again() }
      #expect(error.map { "\($0)".contains("it is finished") } == true)
    }
    #expect(try await read(url).count == 2)
  }

  @Test func `content that the container cannot hold is a typed error`() {
    #expect(throws: FrameStreamError.self) {
      let writer = try MovieWriter(url: folder.url.appending(path: "movie.webm"), codec: .h264)
      for frame in movie([0]) { try writer.write(frame) }
    }
  }

  @Test func `odd sides, which H264 and HEVC code in 4 4 4, cause a warning`() async throws {
    let odd = PixelSize(width: 63, height: 48)
    let cases: [(String, VideoCodec, PixelSize, ChromaSubsampling?)] = [
      ("a.mp4", .h264, odd, .yuv444), ("b.mkv", .hevc, odd, .yuv444), ("c.mp4", .h264, Self.size, .yuv420),
      ("d.webm", .vp9, odd, .yuv420), ("e.mkv", .ffv1, odd, nil),
    ]
    for (name, codec, size, chroma) in cases {
      let writer = try MovieWriter(url: folder.url.appending(path: name), settings: MovieSettings(codec: codec))
      for frame in movie([0, 24], size: size) { try writer.write(frame) }
      try writer.finish()
      let isWarned = writer.warnings.contains { $0.contains("63x48 pixels") && $0.contains("4:4:4") }
      #expect(isWarned == (chroma == .yuv444), "\(name)")
      #expect(try VideoFile(contentsOf: writer.url).format.chromaSubsampling == chroma, "\(name)")
      #expect(try await read(writer.url).map(\.size) == [size, size], "\(name)")
    }
  }

  @Test func `a start after zero is kept exactly`() async throws {
    for kind in ["mp4", "mov"] {
      // 1/90000 s is no multiple of the millisecond, QuickTime's default unit.
      let late = movie([90_001, 93_004, 99_998], timescale: 90_000)
      #expect(try await read(write(late, to: "late.\(kind)")).map(\.time) == late.map(\.time))
    }
  }

  @Test(arguments: [("mp4", "MP4"), ("mov", "QuickTime"), ("mkv", "Matroska"), ("webm", "WebM")])
  func `a start before zero is moved to zero with a warning`(kind: String, name: String) async throws {
    let early = movie([-40, 0, 45], timescale: 1000)
    let url = folder.url.appending(path: "early.\(kind)")
    let writer = try MovieWriter(url: url, settings: MovieSettings())
    for frame in early { try writer.write(frame) }
    try writer.finish()
    #expect(try await read(url).map(\.time) == [0, 40, 85].map { MediaTime(value: $0, timescale: 1000) })
    #expect(writer.warnings == ["all times are later by 0.04 s: \(name) has no times before zero"])
  }

  @Test(arguments: Orientation.allCases)
  func `the orientation is the movie's`(orientation: Orientation) async throws {
    let url = try write(movie([0, 1], orientation: orientation), to: "turned.mp4")
    let video = try VideoFile(contentsOf: url)
    #expect(video.orientation == orientation && video.size == Self.size)
    #expect(try await read(url).map(\.orientation) == [orientation, orientation])
  }

  @Test func `an odd size is kept`() async throws {
    let size = PixelSize(width: 33, height: 21)
    let found = try await read(write(movie([0, 24], size: size), to: "odd.mp4"))
    #expect(found.map(\.pixels.size) == [size, size])
    #expect(RawVideoTests.worstDifference(found[0].pixels, RawVideoTests.smooth(size)) < 16)
  }

  @Test func `seeking begins at the frame that is shown at the time`() async throws {
    let frames = movie((0..<60).map { $0 * 24 })
    let url = try write(frames, to: "movie.mp4")
    for (sought, first) in [(0, 0), (24 * 17, 17), (24 * 17 + 1, 17), (24 * 59, 59)] {
      let found = try await read(url, from: MediaTime(value: Int64(sought), timescale: 600))
      #expect(found.map(\.time) == frames[first...].map(\.time), "\(sought)")
    }
    #expect(try await read(url, from: MediaTime(value: 1, timescale: 3)).first?.time == frames[8].time)
    #expect(try await read(url, from: MediaTime(value: 100, timescale: 1)).isEmpty)
    // A format without an index.
    let plain = try folder.file("a.y4m", SyntheticY4M.noise(frames: 5, seed: 4).bytes)
    let times = try await read(plain, from: MediaTime(value: 2 * 1001, timescale: 30000)).map(\.time)
    #expect(times == (2..<5).map { MediaTime(value: $0 * 1001, timescale: 30000) })
  }

  @Test func `the sound of another movie is copied bit for bit`() async throws {
    var random = RepeatableRandomNumberGenerator(seed: 61)
    let samples = (0..<16_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let source = SyntheticMovie(durations: [300, 300], colors: [(1, 2, 3), (4, 5, 6)], sound: samples)
    let sound = try folder.file("sound.mov", source.bytes)
    let url = try write(movie([0, 300, 600]), to: "movie.mov", soundFrom: sound)
    let bytes = [UInt8](try Data(contentsOf: url))
    // Packets may be apart in the file, but each is contiguous.
    var copied = 0
    while copied < samples.count {
      let part = Array(samples[copied..<min(copied + 64, samples.count)])
      let place = bytes.indices.first { bytes[$0] == part[0] && bytes[$0...].starts(with: part) }
      let run = zip(bytes[try #require(place, "byte \(copied)")...], samples[copied...]).prefix { $0 == $1 }.count
      copied += run
    }
    #expect(try await read(url).count == 3)
    // Unsupported content is reported before anything is written.
    let error = #expect(throws: FrameStreamError.self) {
      _ = try write(movie([0, 300]), to: "movie.mp4", soundFrom: sound)
    }
    #expect(error?.description.contains("sound") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "movie.mp4").path))
    // A movie without sound gives none, which is no error.
    _ = try write(movie([0, 300]), to: "silent.mp4", soundFrom: write(movie([0, 1]), to: "mute.mp4"))
  }

  @Test func `a movie is written completely or not at all`() throws {
    let url = folder.url.appending(path: "movie.mp4")
    do {
      let writer = try MovieWriter(url: url)
      try writer.write(movie([0])[0])
      // Not under another name either: a process that is killed leaves nothing.
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    #expect(throws: FrameStreamError.self) { _ = try write([], to: "empty.mp4") }
    #expect(throws: FrameStreamError.self) { _ = try write(movie([0]), to: "movie.unknown") }
    #expect(throws: FrameStreamError.self) { _ = try write(movie([0]), to: "no/such/folder.mp4") }
    #expect(throws: FrameStreamError.self) { _ = try write(movie([5, 5]), to: "twice.mp4") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    _ = try write(movie([0]), to: "movie.mp4")
    #expect(throws: FrameStreamError.unwritable(file: url.path, reason: "it exists already")) {
      _ = try MovieWriter(url: url)
    }
  }

  @Test func `a missing camera is a typed error that names it`() {
    do throws(FrameStreamError) {
      _ = try Camera(device: "/dev/no-such-camera")
      Issue.record("there is no such camera")
    } catch {
      switch error {
      case .runtimeMissing(let reason): #expect(reason.contains("libavdevice"))
      case .unreadable(let file, _, _): #expect(file == "/dev/no-such-camera")
      default: Issue.record("\(error)")
      }
    }
  }
}
