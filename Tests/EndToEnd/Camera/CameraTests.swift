import Foundation
import Glibc
import MatteKit
import Support
import Testing

@Suite struct CameraTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func camera(_ count: Int, rate: Int, _ lines: [String] = []) throws -> SimulatedCamera {
    try SimulatedCamera(AstronautPan.pictures(count, step: 2), rate: rate, in: folder, lines)
  }

  @Test func `a face in front of a camera is tracked until the camera is unplugged`() throws {
    let overlay = folder.url.appending(path: "overlay.mp4").path
    // Whatever a busy machine makes of it: the gap between two frames that it has time for counts as hidden.
    let outcome = try MatteTool.run(
      "track", SimulatedCamera.device, "--json", "-o", overlay, "--hidden-time", "60",
      environment: camera(25, rate: 5).environment)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("error: \(SimulatedCamera.device): cannot be read: No such device"))
    let lines = try TrackLine.all(in: outcome.output)
    // As many as a slow machine has time for.
    #expect((2...25).contains(lines.count), "\(outcome.errors)")
    #expect(lines.map(\.frame) == Array(lines.indices))
    #expect(lines.allSatisfy { $0.faces.map(\.id) == [1] })
    for (line, next) in zip(lines, lines.dropFirst()) {
      // The driver's times, five frames a second of it; FFmpeg may smooth what their clock trembles.
      let frames = (next.time - line.time) * 5
      #expect(frames > 0.9 && abs(frames - frames.rounded()) < 0.1)
    }
    #expect(FileManager.default.fileExists(atPath: overlay))
  }

  @Test func `frames that arrive too fast are dropped, which is reported`() throws {
    // A camera that waits for who reads it loses none itself, however busy the machine is.
    let outcome = try MatteTool.run(
      "track", SimulatedCamera.device, "--json", environment: camera(60, rate: 1_000, ["patient"]).environment)
    #expect(outcome.status == 65)
    let lines = try TrackLine.all(in: outcome.output)
    #expect(!lines.isEmpty && lines.count < 60)
    #expect(lines.first?.faces.map(\.id) == [1])
    #expect(outcome.errors.contains("warning: \(SimulatedCamera.device): "), "\(outcome.errors)")
  }

  @Test func `an interrupt ends an endless input, and the overlay is complete`() async throws {
    let overlay = folder.url.appending(path: "overlay.mp4")
    let camera = try camera(80, rate: 4)
    let tool = try RunningTool(
      ["track", SimulatedCamera.device, "--json", "-o", overlay.path], environment: camera.environment)
    #expect(tool.wait { tool.outputText.contains("\n") }, "\(tool.errorText)")
    tool.send(SIGINT)
    let end = try tool.finish()
    #expect(end.status == 0, "\(end.errors)")
    var count = 0
    for try await frame in try VideoFile(contentsOf: overlay).frames {
      #expect(frame.pixels.size == AstronautPan.size)
      count += 1
    }
    #expect(try count == TrackLine.all(in: String(decoding: end.output, as: UTF8.self)).count)
  }

  @Test func `a stalled camera is released when its task is cancelled`() throws {
    let camera = try SimulatedCamera(AstronautPan.pictures(8, step: 2), rate: 10, stallingAfter: 6, in: folder)
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let probe = URL(filePath: own).deletingLastPathComponent().appending(path: "CameraProbe")
    let outcome = try MatteTool.run(probe, [SimulatedCamera.device], environment: camera.environment)
    #expect(outcome.status == 0 && outcome.output == "closed\n", "\(outcome)")
  }
}
