import FoundationEssentials
import Glibc
import MatteKit
import Support
import Testing

/// A recording that ends abruptly, read by ffprobe.
@Suite struct CaptureCrashTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The times of the pictures that ffprobe decodes, in seconds, and its complaints about the file.
  private func probe(_ file: String) throws -> (times: [Double], complaints: String) {
    let ffprobe = try #require(OtherReaders.ffprobe)
    let outcome = try MatteTool.run(
      ffprobe,
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "frame=best_effort_timestamp_time", "-of", "csv=p=0",
        file,
      ]
    )
    let times = outcome.output.split(separator: "\n").compactMap {
      Double($0.split(separator: ",").first.map(String.init) ?? "")
    }
    return (times, outcome.errors)
  }

  /// Pictures that need many bytes.
  private func noise(_ count: Int, _ size: PixelSize) -> [PixelBuffer] {
    var random = RepeatableRandomNumberGenerator(seed: 26)
    return (0..<count).map { _ in
      PixelBuffer(size: size, format: .rgba8) { bytes in
        for place in bytes.indices { bytes[place] = UInt8.random(in: 0...255, using: &random) }
      }
    }
  }

  private static func areEven(_ times: [Double], rate: Double) -> Bool {
    times.enumerated().allSatisfy { abs($0.element - Double($0.offset) / rate) < 0.002 }
  }

  @Test(.enabled(if: OtherReaders.ffprobe != nil), arguments: ["film.mp4", "film.mov", "film.mkv"])
  func `statement 5.11: what was recorded before a kill can be read`(name: String) throws {
    let camera = try SimulatedCamera([], rate: 25, in: folder, ["patient"])
    let file = folder.file(name)
    let tool = try RunningTool(["capture", SimulatedCamera.device, "-o", file], environment: camera.environment)
    func size() -> Int { (try? Data(contentsOf: URL(filePath: file)).count) ?? 0 }
    // From the first fragment on it is there; a few later it has grown.
    #expect(tool.wait { size() > 0 }, "\(tool.errorText)")
    let first = size()
    #expect(tool.wait { size() > first + 500 }, "\(tool.errorText)")
    tool.send(SIGKILL)
    #expect(try tool.finish().status != 0)
    let (times, complaints) = try probe(file)
    #expect(complaints.isEmpty, "\(complaints)")
    #expect(times.count >= 20 && Self.areEven(times, rate: 25), "\(times)")
    // Nor is anything else left.
    #expect(folder.contents.filter { $0.hasPrefix(".") } == [])
  }

  @Test(
    .enabled(if: OtherReaders.ffprobe != nil && TemporaryDisk.isPossible, "needs the right to mount"),
    arguments: ["film.mp4", "film.mkv"])
  func `statement 5.11: a full disk ends a recording, and the recorded part is complete`(name: String) throws {
    let camera = try SimulatedCamera(
      noise(100, PixelSize(width: 160, height: 120)), rate: 25, in: folder, ["patient"])
    let disk = try TemporaryDisk(kilobytes: 800)
    let file = disk.folder.file(name)
    // More bits than are recommended for pictures so small, so that it is soon full.
    let outcome = try MatteTool.run(
      "capture", SimulatedCamera.device, "-o", file, "--bit-rate", "4M", environment: camera.environment)
    #expect(outcome.status == 73 && outcome.errors.contains("error: \(file): cannot be written: No space left"))
    let (times, complaints) = try probe(file)
    #expect(complaints.isEmpty, "\(complaints)")
    #expect(times.count >= 10 && times.count < 100 && Self.areEven(times, rate: 25), "\(times)")
    #expect(outcome.output.hasPrefix("\(file): \(times.count) frames in "), "\(outcome.output) \(outcome.errors)")
    #expect(disk.folder.contents == [name])
  }
}
