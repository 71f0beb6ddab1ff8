import FoundationEssentials
import Glibc
import MatteKit
import Support
import Testing

@Suite struct CaptureCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Line: Decodable {
    let time: Double
    let faces: [TrackLine.Found]
  }

  private func lines(_ output: String) throws -> [Line] {
    try output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  private func times(_ file: String) async throws -> [Double] {
    var times: [Double] = []
    for try await frame in try VideoFile(contentsOf: URL(filePath: file)).frames { times.append(frame.time.seconds) }
    return times
  }

  @Test func `statement 4.5: a camera is recorded, with its faces, until it is unplugged`() async throws {
    // All frames lie within a second: on a slow machine a face that was lost for longer would be another one.
    let camera = try SimulatedCamera(AstronautPan.pictures(20, step: 2), rate: 25, in: folder, ["patient"])
    let file = folder.file("film.mp4")
    let outcome = try MatteTool.run(
      "capture", SimulatedCamera.device, "-o", file, "--faces", environment: camera.environment)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("error: \(SimulatedCamera.device): disconnected"), "\(outcome.errors)")
    let lines = try lines(outcome.output)
    #expect((2...20).contains(lines.count) && lines.allSatisfy { $0.faces.map(\.id) == [1] })
    for (line, next) in zip(lines, lines.dropFirst()) {
      // The face moves left, two pixels of 320 per frame.
      let frames = (next.time - line.time) * 25
      #expect(frames > 0.9 && abs(frames - frames.rounded()) < 0.001)
      let step = line.faces[0].bounds.x - next.faces[0].bounds.x
      #expect(abs(step - 2 * frames / 320) < 0.02)
    }
    let times = try await times(file)
    #expect(times.count == 20)
    for (index, time) in times.enumerated() { #expect(abs(time - Double(index) / 25) < 1e-4) }
  }

  @Test func `statement 5.11: an interrupt and a duration end a movie completely`() async throws {
    let camera = try SimulatedCamera([], rate: 50, in: folder, ["format YUYV 320x240 50"])
    let file = folder.file("interrupted.mp4")
    let tool = try RunningTool(["capture", SimulatedCamera.device, "-o", file], environment: camera.environment)
    #expect(tool.wait { FileManager.default.fileExists(atPath: file) }, "\(tool.errorText)")
    tool.send(SIGINT)
    let end = try tool.finish()
    #expect(end.status == 0 && !end.errors.contains("error"), "\(end.errors)")
    #expect(try await !times(file).isEmpty)

    let short = folder.file("short.mp4")
    let outcome = try MatteTool.run(
      "capture", SimulatedCamera.device, "-o", short, "--duration", "0.4", "--preset", "low", "--angle", "90",
      "--mirror",
      "--max-frame-rate", "25", environment: camera.environment)
    #expect(outcome.status == 0 && outcome.output.hasPrefix("\(short): "), "\(outcome.errors)")
    let film = try VideoFile(contentsOf: URL(filePath: short))
    #expect(film.size == PixelSize(width: 320, height: 240) || film.size == PixelSize(width: 64, height: 48))
    #expect(film.orientation == Orientation.right.then(.upMirrored))
    let times = try await times(short)
    #expect(times.last.map { $0 < 0.4 } == true && (6...11).contains(times.count))
  }

  @Test(.enabled(if: OtherReaders.ffprobe != nil))
  func `statement 5.1: codec, profile and level follow from size and rate`() throws {
    let camera = try SimulatedCamera(
      [], rate: 30, in: folder, ["format YUYV 320x240 30", "format YUYV 1280x720 60", "frames 8"])
    var found: [String: String] = [:]
    for (preset, name) in [("low", "a.mp4"), ("hd1280x720", "b.mp4"), ("hd1280x720", "c.webm")] {
      let file = folder.file(name)
      _ = try MatteTool.run(
        "capture", SimulatedCamera.device, "-o", file, "--preset", preset,
        environment: camera.environment)
      let outcome = try MatteTool.run(
        #require(OtherReaders.ffprobe),
        ["-v", "error", "-show_entries", "stream=codec_name,profile,level", "-of", "csv=p=0", file])
      found[name] = String(outcome.output.prefix { $0 != "\n" })
    }
    let (small, large) = (try #require(found["a.mp4"]), try #require(found["b.mp4"]))
    #expect(
      small.hasPrefix("h264,High,") && large.hasPrefix("h264,High,") && found["c.webm"]?.hasPrefix("vp9,") == true)
    let levels = [small, large].compactMap { $0.split(separator: ",").last.flatMap { Int($0) } }
    #expect(levels.count == 2 && levels[0] < levels[1] && levels[1] >= 32, "\(found)")
  }

  @Test func `a movie, pictures and a pipe are devices too`() async throws {
    let frames = try AstronautPan.pictures(6, step: 4)
    let film = folder.url.appending(path: "film.mp4")
    let writer = try MovieWriter(url: film, settings: MovieSettings())
    for (index, pixels) in frames.enumerated() {
      try writer.write(Frame(pixels: pixels, time: MediaTime(value: Int64(index * index), timescale: 60)))
    }
    try writer.finish()
    let copy = folder.file("copy.mov")
    let outcome = try MatteTool.run("capture", film.path, "-o", copy)
    #expect(outcome.status == 0 && outcome.output == "\(copy): 6 frames in 0.42 s\n", "\(outcome.errors)")
    #expect(try await times(copy) == (0..<6).map { Double($0 * $0) / 60 })

    let pictures = folder.url.appending(path: "pictures")
    try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
    for (index, pixels) in frames.enumerated() {
      try Photo(pixels: pixels).write(to: pictures.appending(path: "frame-\(index).png"), as: .png)
    }
    let sequence = folder.file("sequence.mp4")
    #expect(try MatteTool.run("capture", pictures.path, "-o", sequence, "--frame-rate", "20").status == 0)
    #expect(try await times(sequence) == (0..<6).map { Double($0) / 20 })

    let stream =
      "YUV4MPEG2 W4 H4 F50:1 C420jpeg\n" + (0..<5).map { _ in "FRAME\n" + String(repeating: "a", count: 24) }.joined()
    let piped = folder.file("piped.mkv")
    let end = try RunningTool.run("capture", "-", "-o", piped, input: Data(stream.utf8))
    #expect(end.status == 0, "\(end.errors)")
    #expect(try await times(piped) == (0..<5).map { Double($0) / 50 })
  }

  @Test func `unsupported captures end with one line and leave nothing`() throws {
    let camera = try SimulatedCamera([], rate: 50, in: folder)
    try camera.plugIn("video-closed", ["refused \(EACCES)"])
    let there = try folder.file("there.mp4", [1])
    let cases: [([String], Int32, String)] = [
      (["/dev/video-closed"], 65, "permission denied"), (["/dev/video-none"], 65, "disconnected"),
      (["missing.mp4"], 65, "missing.mp4: cannot be read"), ([there.path], 65, "not a video"),
      ([SimulatedCamera.device, "--preset", "hd1920x1080"], 65, "no format for the preset hd1920x1080"),
      ([SimulatedCamera.device, "--max-frame-rate", "100"], 65, "is shorter than frames of the format"),
      ([SimulatedCamera.device, "--set", "strength=1"], 64, "give --effect too"),
      ([SimulatedCamera.device, "--angle", "45"], 64, "--angle takes 0, 90, 180 or 270"),
    ]
    for (arguments, status, words) in cases {
      let outcome = try MatteTool.run(
        MatteTool.executable, ["capture"] + arguments + ["-o", folder.file("new.mp4")], environment: camera.environment)
      #expect(outcome.status == status && outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
    }
    let existing = try MatteTool.run(
      "capture", SimulatedCamera.device, "-o", there.path, environment: camera.environment)
    #expect(existing.status == 73 && existing.errors.contains("it exists already"), "\(existing.errors)")
    #expect(!folder.contents.contains("new.mp4"))
  }

  @Test func `a name that is no movie's is refused as in other commands, and a folder is no file`() throws {
    let source = folder.file("source.mp4")
    try Data().write(to: URL(filePath: source))
    for name in ["film.foo", "film.ts", "film.png", "film", "-"] {
      let outcome = try MatteTool.run("capture", source, "-o", name == "-" ? name : folder.file(name))
      #expect(
        outcome.status == 64
          && outcome.errors.contains("the output's name must end in .mp4, .m4v, .mov, .mkv or .webm\n"), "\(outcome)")
    }
    for (place, reason) in [(folder.file("new") + "/", "it names a folder"), (folder.url.path, "it is a folder")] {
      let outcome = try MatteTool.run("capture", source, "-o", place)
      #expect(outcome.status == 73 && outcome.errors.contains(reason), "\(outcome)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("new")))
  }
}
