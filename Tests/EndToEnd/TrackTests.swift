import Foundation
import Glibc
import MatteKit
import Support
import Testing

@Suite struct TrackTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.url.path }

  /// A camera that pans over the astronaut, 8 pixels a frame; 25 frames a second.
  private func movie(_ count: Int) throws -> [Frame] {
    try AstronautPan.pictures(count, step: 8).enumerated().map { number, pixels in
      Frame(pixels: pixels, time: MediaTime(value: Int64(number), timescale: 25))
    }
  }

  private func y4m(_ frames: [Frame], named name: String) throws -> String {
    let file = folder.url.appending(path: name).path
    let descriptor = open(file, O_WRONLY | O_CREAT, 0o644)
    defer { close(descriptor) }
    let writer = try Y4MWriter(fileDescriptor: descriptor, frameRate: 25)
    for frame in frames { try writer.write(frame) }
    return file
  }

  /// Each frame in order with its time, and the one face going left, always by the same number.
  private func expectPan(_ lines: [TrackLine], count: Int) throws {
    #expect(lines.map(\.frame) == Array(0..<count))
    for line in lines {
      #expect(abs(line.time - Double(line.frame) / 25) < 1e-9)
      #expect(line.faces.map(\.id) == [1])
      let face = try #require(line.faces.first)
      // Measured by eye on the photo, as in the detector's test: the centre of the face is at 224 pixels.
      let expected = (224 - 20 - 8 * Double(line.frame)) / 320
      #expect(abs(face.bounds.x + face.bounds.width / 2 - expected) < 0.05)
      #expect((0..<360).contains(face.roll) && (0..<360).contains(face.yaw) && face.confidence > 0.5)
    }
  }

  @Test func `a movie, a sequence and a pipe give the same tracks`() throws {
    let frames = try movie(6)
    let movie = try MovieWriter(url: folder.url.appending(path: "pan.mp4"))
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "frames"), withIntermediateDirectories: true)
    let pictures = ImageSequenceWriter(folder: folder.url.appending(path: "frames"))
    for frame in frames {
      try movie.write(frame)
      try pictures.write(frame)
    }
    try movie.finish()
    let pipe = try y4m(frames, named: "pan.y4m")
    try expectPan(TrackLine.all(in: MatteTool.run("track", "\(path)/pan.mp4", "--json").output), count: 6)
    try expectPan(TrackLine.all(in: MatteTool.run("track", "\(path)/frames", "--json").output), count: 6)
    try expectPan(TrackLine.all(in: MatteTool.run("track", "\(path)/frames/*.png", "--json").output), count: 6)
    let shell = URL(filePath: "/bin/sh")
    let piped = try MatteTool.run(shell, ["-c", "'\(MatteTool.executable.path)' track - --json < '\(pipe)'"])
    try expectPan(TrackLine.all(in: piped.output), count: 6)
  }

  @Test func `the overlay has the movie's times, and lines where the face is`() async throws {
    let input = try y4m(movie(5), named: "pan.y4m")
    let outcome = try MatteTool.run("track", input, "-o", "\(path)/overlay.mp4")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("5 frames, 1 face\n  1: from 0.000 to 0.160 s, in 5 frames\n"))
    var plain = try VideoFile(contentsOf: URL(filePath: input)).frames.makeAsyncIterator()
    var count: Int64 = 0
    for try await frame in try VideoFile(contentsOf: folder.url.appending(path: "overlay.mp4")).frames {
      #expect(frame.time == MediaTime(value: count, timescale: 25))
      count += 1
      let original = try #require(try await plain.next()).pixels.bytes
      let changed = zip(frame.pixels.bytes, original).filter { abs(Int($0) - Int($1)) > 60 }.count
      #expect(changed > 300 && changed < 30_000)
    }
    #expect(count == 5)
    let again = try MatteTool.run("track", input, "-o", "\(path)/overlay.mp4")
    #expect(again.status == 73 && again.errors.contains("overlay.mp4"))
  }

  @Test func `a truncated pipe is an error after the complete frames`() throws {
    let input = try y4m(movie(3), named: "cut.y4m")
    try Data(Data(contentsOf: URL(filePath: input)).dropLast(100)).write(to: URL(filePath: input))
    let shell = URL(filePath: "/bin/sh")
    let piped = try MatteTool.run(
      shell, ["-c", "'\(MatteTool.executable.path)' track - --json -o '\(path)/cut.mp4' < '\(input)'"])
    #expect(piped.status == 65)
    try expectPan(TrackLine.all(in: piped.output), count: 2)
    #expect(piped.errors.contains("standard input: damaged or incomplete"))
    #expect(FileManager.default.fileExists(atPath: "\(path)/cut.mp4"))
  }

  @Test func `unreadable inputs are one line that names them`() throws {
    for input in ["missing.mp4", "missing/*.png", "/dev/no-such-camera"] {
      let name = input.hasPrefix("/") ? input : "\(path)/\(input)"
      let outcome = try MatteTool.run("track", name, "--json")
      #expect(input.hasPrefix("/dev") ? [65, 69].contains(outcome.status) : outcome.status == 65, "\(input)")
      #expect(outcome.output.isEmpty && outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    }
    #expect(try MatteTool.run("track", "x", "--maximum-faces", "0").status == 64)
  }
}
