import FoundationEssentials
import MatteKit
import Support
import Testing

/// Recordings with sound, read by other people's programs.
@Suite(.enabled(if: OtherReaders.ffmpeg != nil && OtherReaders.ffprobe != nil))
struct CaptureSoundTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ program: URL?, _ arguments: [String]) throws -> MatteTool.Outcome {
    try MatteTool.run(try #require(program), ["-v", "error"] + arguments)
  }

  @Test(arguments: [("film.mp4", "aac"), ("film.webm", "opus")])
  func `statement 5.8: a movie has the sound of a file beside it`(name: String, codec: String) throws {
    let (source, sound, file) = (folder.file("source.mp4"), folder.file("sound.wav"), folder.file(name))
    let made = try run(
      OtherReaders.ffmpeg,
      [
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2", "-f", "lavfi", "-i",
        "sine=frequency=500:sample_rate=44100:duration=4", "-map", "0", source, "-map", "1", sound,
      ])
    #expect(made.status == 0, "\(made.errors)")
    let outcome = try MatteTool.run("capture", source, "-o", file, "--sound", sound)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let streams = try run(
      OtherReaders.ffprobe, ["-show_entries", "stream=codec_name,channels", "-of", "csv=p=0", file])
    #expect(streams.errors.isEmpty && streams.output.split(separator: "\n").contains("\(codec),1"), "\(streams.output)")
    let raw = folder.file("sound.raw")
    #expect(try run(OtherReaders.ffmpeg, ["-i", file, "-ac", "1", "-ar", "48000", "-f", "f32le", raw]).status == 0)
    let samples = try Data(contentsOf: URL(filePath: raw)).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(Double(samples.count) / 48_000 > 1.5 && Double(samples.count) / 48_000 < 2.3)
    let part = samples[9600..<57_600]
    let rises = zip(part, part.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
    #expect(abs(rises - 500) <= 2)
  }

  @Test func `unavailable sound ends a recording before it begins`() throws {
    let camera = try SimulatedCamera([], rate: 25, in: folder)
    let text = try folder.file("text.wav", Array("no sound".utf8)).path
    for (sound, words) in [
      ("alsa:hw:31,7", "alsa:hw:31,7: cannot be read"), (text, "text.wav: not"), ("/nowhere.wav", "cannot be read"),
    ] {
      let outcome = try MatteTool.run(
        "capture", SimulatedCamera.device, "-o", folder.file("film.mp4"), "--sound", sound,
        environment: camera.environment)
      #expect(outcome.status == 65 && outcome.errors.contains(words), "\(outcome.errors)")
    }
    #expect(!folder.contents.contains("film.mp4"))
  }
}
