import Foundation
import MatteKit
import Support
import Testing

/// Damage in what is taken over from a source as it is.
@Suite(.enabled(if: OtherReaders.ffmpeg != nil, "needs ffmpeg"))
struct CopiedDamageTests {
  private let material: MovieMaterial

  init() throws { material = try MovieMaterial() }

  /// A broadcast whose sound has ADTS headers, some of which are damaged.
  ///
  /// - Parameter packets: the transport packets of sound that are damaged, of 100 or so.
  private func broadcast(damaging packets: [Int]) throws -> String {
    let whole = material.path("whole.ts")
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2", "-f", "lavfi", "-i", "sine=d=2", "-c:v", "libx264", "-c:a",
      "aac", "-metadata:s:a", "language=eng", whole)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: whole)))
    let sound = stride(from: 0, to: bytes.count, by: 188).filter {
      bytes[$0 + 1] & 0x1F == 1 && bytes[$0 + 2] == 1
    }
    for packet in packets where packet < sound.count {
      for index in sound[packet] + 60..<sound[packet] + 120 {
        bytes[index] = UInt8(truncatingIfNeeded: index &* 167 >> 3)
      }
    }
    let damaged = material.path("damaged.ts")
    try Data(bytes).write(to: URL(filePath: damaged))
    return damaged
  }

  @Test(arguments: ["mp4", "mkv"])
  func `damaged packets of sound are skipped and reported, and the rest is kept`(kind: String) throws {
    let source = try broadcast(damaging: [20, 24, 28, 32, 36, 40])
    for (name, arguments) in [
      ("drawn", ["apply-effect", "hide-codes", source]), ("boxes", ["track", source, "--sound"]),
    ] {
      let output = material.path("\(name).\(kind)")
      let outcome = try MatteTool.run(MatteTool.executable, arguments + ["-o", output])
      #expect(outcome.status == 0, "\(name): \(outcome.errors)")
      #expect(
        outcome.errors.contains("sound (aac, eng): ") && outcome.errors.contains("damaged packet"), "\(outcome.errors)")
      let count = try material.packets("0:a", of: output).count
      #expect((70..<90).contains(count), "\(name): \(count)")
    }
  }

  @Test(arguments: [3, 40])
  func `damaged pictures are skipped and reported, and too many are an error that names the source and the stream`(
    count: Int
  ) throws {
    let (whole, damaged) = (material.path("whole.mp4"), material.path("damaged.mp4"))
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2", "-c:v", "libx264", "-bf", "0", whole)
    let places = try material.ffprobe("-show_entries", "packet=pos", of: whole).compactMap { Int($0) }
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: whole)))
    // A length that no unit of a picture has.
    for place in places[5..<5 + count] { bytes.replaceSubrange(place..<place + 4, with: [0x7F, 0xFF, 0xFF, 0xFF]) }
    try Data(bytes).write(to: URL(filePath: damaged))
    let output = material.path("out.ts")
    let outcome = try MatteTool.run("retime", damaged, "--rate", "2", "-o", output)
    if count == 3 {
      #expect(
        outcome.status == 0 && outcome.errors.contains("video (h264): 3 damaged packets are left out"),
        "\(outcome.errors)")
      #expect(try material.packets("0:v", of: output).count == 47)
    } else {
      #expect(
        outcome.status == 65
          && outcome.errors.contains("damaged.mp4: damaged or incomplete: its video (h264) is damaged"),
        "\(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: output))
    }
  }
}
