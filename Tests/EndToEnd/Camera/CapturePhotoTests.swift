import FoundationEssentials
import MatteKit
import Support
import Testing

/// What `capture` does beside its movie: photos, zoom.
@Suite struct CapturePhotoTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Line: Decodable {
    let time: Double
    let faces: [TrackLine.Found]
  }

  /// A film that stands still.
  private func film(_ count: Int, rate: Int32 = 20) throws -> String {
    let url = folder.url.appending(path: "source.mp4")
    let writer = try MovieWriter(url: url, settings: MovieSettings())
    let pixels = try #require(try AstronautPan.pictures(1, step: 2).first)
    for index in 0..<count {
      try writer.write(Frame(pixels: pixels, time: MediaTime(value: Int64(index), timescale: rate)))
    }
    try writer.finish()
    return url.path
  }

  @Test func `statement 4.10: faces of photos and of the stream have comparable bounds`()
    async throws
  {
    let movie = folder.file("film.mp4")
    let outcome = try MatteTool.run(
      "capture", try film(24), "-o", movie, "--faces", "--photo-every", "0.5", "--photo-format", "jpg",
      "--photo-mattes", "portrait,hair")
    #expect(outcome.status == 0 && outcome.errors.contains("3 photos"), "\(outcome.errors)")
    let lines = try outcome.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    let found = try #require(lines.compactMap(\.faces.first).last)
    for number in 1...3 {
      let photo = try Photo(contentsOf: folder.url.appending(path: "film-000\(number).jpg"))
      #expect(photo.mattes.kinds == [.hair, .portrait])
      let face = try #require(photo.faces.first)
      let bounds = NormalizedRect(
        x: found.bounds.x, y: found.bounds.y, width: found.bounds.width, height: found.bounds.height)
      #expect(face.bounds.intersectionOverUnion(bounds) > 0.8)
    }
    var count = 0
    for try await _ in try VideoFile(contentsOf: URL(filePath: movie)).frames { count += 1 }
    #expect(count == 24)
  }

  @Test func `a requested zoom is in the movie, and an effect on the movie and on photos`() async throws {
    let source = try film(10)
    let movie = folder.file("zoomed.mp4")
    let outcome = try MatteTool.run(
      "capture", source, "-o", movie, "--zoom", "2", "--photo-every", "5", "--photo-format", "png", "--effect",
      "replace-background", "--set", "color=#00ff00")
    #expect(outcome.status == 0, "\(outcome.errors)")
    func first(_ file: String) async throws -> PixelBuffer {
      var iterator = try VideoFile(contentsOf: URL(filePath: file)).frames.makeAsyncIterator()
      return try #require(try await iterator.next()).pixels
    }
    let drawn = try await first(movie)
    let plainMovie = folder.file("plain.mp4")
    #expect(try MatteTool.run("capture", source, "-o", plainMovie, "--zoom", "2").status == 0)
    let (plain, zoomed) = (try await first(source), try await first(plainMovie))
    #expect(plain.size == zoomed.size)
    // The middle stays where it is, and what lay half way to the edge is the corner.
    func difference(_ x: Int, _ y: Int, _ otherX: Int, _ otherY: Int) -> Int {
      let (a, b) = (4 * (y * plain.width + x), 4 * (otherY * plain.width + otherX))
      return (0..<3).map { abs(Int(zoomed.bytes[a + $0]) - Int(plain.bytes[b + $0])) }.max() ?? 255
    }
    let (w, h) = (plain.width, plain.height)
    let places = [
      (w / 2, h / 2, w / 2, h / 2), (2, 2, w / 4 + 1, h / 4 + 1), (w - 3, h - 3, w * 3 / 4 - 2, h * 3 / 4 - 2),
    ]
    for (x, y, otherX, otherY) in places { #expect(difference(x, y, otherX, otherY) < 40, "\(x) \(y)") }
    let photo = try Photo(contentsOf: folder.url.appending(path: "zoomed-0001.png"))
    #expect(photo.pixels.size == plain.size)
    func greens(_ pixels: PixelBuffer) -> Int {
      stride(from: 0, to: pixels.bytes.count, by: 4).count {
        pixels.bytes[$0 + 1] > 200 && pixels.bytes[$0] < 60 && pixels.bytes[$0 + 2] < 60
      }
    }
    #expect(greens(photo.pixels) > 50 && greens(drawn) > 50 && greens(zoomed) == 0)
  }

  @Test func `unsupported zooms and photos are refused in one line`() throws {
    let source = try film(3)
    _ = try folder.file("film-0001.heic", [1])
    let cases: [([String], Int32, String)] = [
      (["--zoom", "0.5"], 64, "--zoom takes a factor from 1"), (["--zoom", "1000"], 65, "a zoom factor of 1000"),
      (["--zoom-to", "nan"], 64, "--zoom-to takes"), (["--zoom-to", "2", "--zoom-rate", "0"], 64, "--zoom-rate takes"),
      (["--zoom-to", "2", "--keep-face-size"], 64, "cannot both be given"),
      (["--photo-every", "0"], 64, "--photo-every takes"), (["--photo-format", "gif"], 64, "--photo-format takes"),
      (["--photo-every", "1"], 73, "film-0001.heic"), (["--effect", "no-such-effect"], 64, "no-such-effect"),
    ]
    for (arguments, status, words) in cases {
      let outcome = try MatteTool.run(
        MatteTool.executable, ["capture", source, "-o", folder.file("film.mp4")] + arguments, environment: [:])
      #expect(outcome.status == status && outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.file("film.mp4")), "\(arguments)")
    }
  }

  @Test func `a disk that is full while recording is an error, and leaves no part of a movie`() throws {
    let movie = folder.file("full.mp4")
    let outcome = try MatteTool.run(
      URL(filePath: "/bin/sh"),
      [
        "-c", "trap '' XFSZ; ulimit -f 4; exec \"$@\"", "sh", MatteTool.executable.path, "capture", try film(20), "-o",
        movie,
      ], environment: [:])
    #expect(outcome.status == 73 && outcome.errors.contains("full.mp4"), "\(outcome.status) \(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: movie))
  }
}
