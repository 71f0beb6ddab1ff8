import FoundationEssentials
import Glibc
import MatteKit
import Support
import Testing

/// Microphones of PulseAudio, whose protocol PipeWire speaks too: a server of the test's own, in its own folder.
@Suite(
  .enabled(
    if: PrivateSoundServer.isPossible && OtherReaders.ffmpeg != nil,
    "needs pulseaudio, pactl and ffmpeg, which set-up for tests installs"))
struct SoundServerTests {
  private let folder: TemporaryFolder
  private let server: PrivateSoundServer

  init() throws {
    folder = try TemporaryFolder()
    // Not module-sine-source, which gives two seconds at once.
    let tones = [("high", "High", 1000), ("low", "Low", 440)].flatMap { name, description, frequency in
      [
        "load-module module-null-sink sink_name=\(name)-sink rate=48000",
        "load-module module-sine sink=\(name)-sink frequency=\(frequency)",
        "load-module module-remap-source source_name=\(name) master=\(name)-sink.monitor "
          + "source_properties=device.description=\(description)",
      ]
    }
    server = try PrivateSoundServer(tones + ["set-default-source low"], in: folder)
  }

  private struct Device: Decodable, Equatable {
    let uniqueID, name, type: String
  }

  /// The microphones of the server that the command lists.
  private func listed() throws -> [Device] {
    let outcome = try MatteTool.run("devices", "--json", environment: server.environment)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode([Device].self, from: Data(outcome.output.utf8)).filter {
      $0.uniqueID.hasPrefix("pulse:")
    }
  }

  @Test func `statement 13.11: the microphones of a sound server are listed, the chosen one by the name of what it is`()
    throws
  {
    let devices = try listed()
    // What loudspeakers play comes last.
    #expect(devices.map(\.uniqueID).prefix(3) == ["pulse:default", "pulse:high", "pulse:low"])
    #expect(devices.map(\.uniqueID).dropFirst(3) == ["pulse:high-sink.monitor", "pulse:low-sink.monitor"])
    #expect(Array(devices.map(\.name).prefix(3)) == ["Low", "High", "Low"])
    #expect(devices.allSatisfy { $0.type == "microphone" })
    // It is another one now, and one has come.
    #expect(try server.control("set-default-source", "high").status == 0)
    #expect(
      try server.control("load-module", "module-sine-source", "source_name=plugged", "frequency=600").status == 0)
    let later = try listed()
    #expect(later.first == Device(uniqueID: "pulse:default", name: "High", type: "microphone"))
    #expect(later.contains { $0.uniqueID == "pulse:plugged" })
    let text = try MatteTool.run("devices", environment: server.environment)
    #expect(text.output.contains("pulse:low: Low (microphone)\n"), "\(text.output)")
  }

  /// The tone of the last second of a movie's sound, in rises a second.
  private func tone(_ file: String) throws -> Int {
    let raw = folder.file("sound.raw")
    let ffmpeg = try #require(OtherReaders.ffmpeg)
    let made = try MatteTool.run(
      ffmpeg, ["-v", "error", "-y", "-i", file, "-ac", "1", "-ar", "48000", "-f", "f32le", raw])
    #expect(made.status == 0, "\(made.errors)")
    let samples = try Data(contentsOf: URL(filePath: raw)).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    // A loudspeaker that was idle is heard up to two seconds later, and the end may be cut within a wave.
    let second = samples.dropLast(9600).suffix(48_000)
    return zip(second, second.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
  }

  @Test(arguments: [("pulse", 440), ("pulse:high", 1000)])
  func `statement 5.8: a movie has the sound of a sound server's microphone`(name: String, frequency: Int) throws {
    let camera = try SimulatedCamera([], rate: 25, in: folder)
    let file = folder.file("film.mp4")
    let outcome = try MatteTool.run(
      "capture", SimulatedCamera.device, "-o", file, "--sound", name, "--duration", "4",
      environment: camera.environment.merging(server.environment) { $1 })
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(abs(try tone(file) - frequency) <= 2)
  }

  @Test func `a silent microphone does not prevent a recording from ending`() throws {
    let camera = try SimulatedCamera([], rate: 25, in: folder, ["patient"])
    let file = folder.file("film.mp4")
    let tool = try RunningTool(
      ["capture", SimulatedCamera.device, "-o", file, "--sound", "pulse:low"],
      environment: camera.environment.merging(server.environment) { $1 })
    #expect(tool.wait { FileManager.default.fileExists(atPath: file) }, "\(tool.errorText)")
    #expect(try server.control("suspend-source", "low", "1").status == 0)
    tool.send(SIGINT)
    let end = try tool.finish()
    #expect(end.status == 0 && end.errors.isEmpty, "\(end.errors)")
    let ffmpeg = try #require(OtherReaders.ffmpeg)
    #expect(try MatteTool.run(ffmpeg, ["-v", "error", "-i", file, "-f", "null", "-"]).errors.isEmpty)
  }

  @Test func `a microphone that the server does not have ends a recording before it begins`() throws {
    let camera = try SimulatedCamera([], rate: 25, in: folder)
    let outcome = try MatteTool.run(
      "capture", SimulatedCamera.device, "-o", folder.file("film.mp4"), "--sound", "pulse:none",
      environment: camera.environment.merging(server.environment) { $1 })
    #expect(outcome.status == 65 && outcome.errors.contains("pulse:none: cannot be read"), "\(outcome.errors)")
    #expect(!folder.contents.contains("film.mp4"))
  }
}
