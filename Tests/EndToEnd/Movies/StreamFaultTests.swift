import Foundation
import Glibc
import Support
import Testing

/// Sources that end too soon, outputs that are their own input, and streams that are empty.
@Suite(.enabled(if: OtherReaders.ffmpeg != nil, "needs ffmpeg"))
struct StreamFaultTests {
  private let material: MovieMaterial

  init() throws { material = try MovieMaterial() }

  @Test(arguments: [["track"], ["apply-effect", "hide-codes"]], [true, false])
  func `an output that is the input is refused under any name, and stays`(command: [String], overwrites: Bool) throws {
    let clip = material.path("clip.mkv")
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:d=0.2", clip)
    let manager = FileManager.default
    let (link, hard) = (material.path("link.mkv"), material.path("hard.mkv"))
    try manager.createSymbolicLink(atPath: link, withDestinationPath: clip)
    try manager.linkItem(atPath: clip, toPath: hard)
    try manager.createDirectory(atPath: material.path("folder"), withIntermediateDirectories: true)
    let before = try Data(contentsOf: URL(filePath: clip))
    for output in [clip, link, hard, material.path("folder/../clip.mkv")] {
      let arguments = command + [clip, "-o", output] + (overwrites ? ["--overwrite"] : [])
      let outcome = try MatteTool.run(MatteTool.executable, arguments)
      #expect(outcome.status == 73, "\(outcome)")
      #expect(outcome.errors.contains("it is the file that is read") || !overwrites, "\(outcome)")
      #expect(try Data(contentsOf: URL(filePath: clip)) == before, "\(output)")
    }
    #expect(try manager.attributesOfItem(atPath: clip)[.referenceCount] as? Int == 2)
  }

  private static let containers = ["mkv", "webm", "mov", "avi", "flv", "asf", "ogv", "m2ts", "ts"]

  /// A movie of 25 frames in a container, and its first two thirds.
  private func truncated(_ kind: String) throws -> (whole: String, half: String) {
    let (whole, half) = (material.path("whole.\(kind)"), material.path("half.\(kind)"))
    // MP4 has its index at the end, unless requested at the beginning.
    let flags = kind == "mov" ? "-movflags" : "-fflags"
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:d=1", "-g", "5", flags, kind == "mov" ? "faststart" : "bitexact", whole)
    let bytes = try Data(contentsOf: URL(filePath: whole))
    // An odd number of bytes never ends with a packet of a transport stream.
    try bytes.prefix(bytes.count * 2 / 3 | 1).write(to: URL(filePath: half))
    return (whole, half)
  }

  @Test(arguments: containers)
  func `a truncated movie gives its frames, and then the error`(kind: String) throws {
    let (whole, half) = try truncated(kind)
    // All commands read a movie alike; this one needs no network.
    #expect(try MatteTool.run("codes", whole).status == 0)
    let outcome = try MatteTool.run("codes", "--json", half)
    #expect(outcome.status == 65 && outcome.errors.contains("half.\(kind): damaged or incomplete"), "\(outcome.errors)")
    let count = outcome.output.split(separator: "\n").count
    #expect((5..<25).contains(count), "\(count)")
    let output = material.path("out.mp4")
    let refused = try MatteTool.run("apply-effect", "hide-codes", half, "-o", output)
    #expect(refused.status == 65 && !FileManager.default.fileExists(atPath: output), "\(refused.errors)")
  }

  @Test(arguments: TestScale.some(2, of: containers))
  func `the overlay of a truncated movie contains the frames that were whole`(kind: String) throws {
    let half = try truncated(kind).half
    let count = try MatteTool.run("codes", "--json", half).output.split(separator: "\n").count
    let output = material.path("out.mp4")
    #expect(try MatteTool.run("track", half, "-o", output).status == 65)
    #expect(try material.times(of: output).count == count)
  }

  @Test func `a truncated GIF gives its frames, and then the error`() throws {
    let (whole, changed, output) = (material.path("whole.gif"), material.path("changed.gif"), material.path("out.mp4"))
    // Otherwise most bytes are those of the first picture.
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=1,noise=alls=40:allf=t", whole)
    let bytes = try Data(contentsOf: URL(filePath: whole))
    try bytes.prefix(bytes.count * 2 / 3).write(to: URL(filePath: changed))
    let refused = try material.run("apply-effect", "hide-codes", changed, "-o", output)
    #expect(refused.status == 65 && !FileManager.default.fileExists(atPath: output), "\(refused.errors)")
    #expect(refused.errors.contains("changed.gif: damaged or incomplete: it ends too soon"), "\(refused.errors)")
    // The overlay holds the frames that were whole.
    #expect(try MatteTool.run("track", changed, "-o", output).status == 65)
    #expect(try (3..<9).contains(material.times(of: output).count))
    // Browsers show files without the last byte, which says that nothing follows, and ignore what follows.
    for complete in [bytes, bytes.dropLast(1), bytes + Data(count: 7), bytes + Data("made by a camera".utf8)] {
      try complete.write(to: URL(filePath: changed))
      let outcome = try material.run("apply-effect", "hide-codes", changed, "-o", output, "--overwrite")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try material.times(of: output).count == 10)
    }
  }

  @Test func `a live recording of unknown length is complete`() throws {
    let clip = material.path("live.mkv")
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:d=1", "-live", "1", clip)
    #expect(try MatteTool.run("track", clip).status == 0)
  }

  @Test func `a stream without a frame is an error where a movie is wanted`() throws {
    let output = material.path("out.mp4")
    let header = Data("YUV4MPEG2 W16 H16 F25:1 C420jpeg\n".utf8)
    for arguments in [["track", "-"], ["apply-effect", "sticker", "-"]] {
      let outcome = try RunningTool(arguments + ["-o", output], input: header).finish()
      #expect(outcome.status == 65 && outcome.errors.contains("no frames"), "\(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: output))
    }
    // Without one it is said that there are none.
    let outcome = try RunningTool(["track", "-"], input: header).finish()
    #expect(outcome.status == 0 && String(decoding: outcome.output, as: UTF8.self).contains("0 frames"))
  }

  @Test func `a picture of another size ends the movie, complete up to there`() throws {
    let manager = FileManager.default
    let folder = material.path("pictures")
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.24", "\(folder)/%03d.png")
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=48x64:r=25:d=0.08", "-start_number", "7", "\(folder)/%03d.png")
    let output = material.path("out.mkv")
    for arguments in [
      ["apply-effect", "hide-codes", folder], ["apply-effect", "hide-faces", folder],
      ["mattes", folder, "--kinds", "portrait", "--quality", "fast"], ["track", folder],
    ] {
      let outcome = try MatteTool.run(MatteTool.executable, arguments + ["-o", output, "--overwrite"])
      #expect(outcome.status == 65, "\(arguments): \(outcome.errors)")
      let place = arguments[0] == "track" ? "pictures" : "007.png"
      #expect(outcome.errors.contains(place) && outcome.errors.contains("48x64"), "\(outcome.errors)")
      #expect(try material.times(of: output).count == 6, "\(arguments)")
      try manager.removeItem(atPath: output)
    }
    // The first one decides, and pictures of one size are no error.
    let whole = try MatteTool.run("apply-effect", "hide-codes", "\(folder)/00[78].png", "-o", output)
    #expect(whole.status == 0, "\(whole.errors)")
  }

  @Test func `unsupported outputs of a pipe are reported`() throws {
    let clip = material.path("clip.mp4")
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:d=0.2", clip)
    for input in [Data(), try Data(contentsOf: URL(filePath: clip))] {
      let outcome = try RunningTool(
        ["apply-effect", "hide-codes", "-", "-o", material.path("out.mp4")], input: input
      ).finish()
      #expect(outcome.status == 64 && outcome.errors.contains("yuv4mpegpipe"), "\(outcome.errors)")
    }
    // Half of the only frame: the input is at fault, not the movie that has no frames.
    let half = Data("YUV4MPEG2 W16 H16 F25:1 C420jpeg\nFRAME\n".utf8) + Data(count: 100)
    let captured = try RunningTool(["capture", "-", "-o", material.path("out.mp4")], input: half).finish()
    #expect(captured.status == 65 && captured.errors.contains("standard input"), "\(captured.errors)")
  }

  @Test func `an output that is the movie of a setting is refused, and stays`() throws {
    let (clip, other, link) = (material.path("clip.mkv"), material.path("other.mkv"), material.path("link.mkv"))
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:d=0.2", clip)
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc=s=64x48:d=0.2", other)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: other)
    try """
    {"version": 1, "steps": [{"filter": "sourceOverCompositing", "input": "photo",
      "parameters": {"backgroundImage": "other"}}]}
    """.write(toFile: material.path("recipe.json"), atomically: true, encoding: .utf8)
    let before = try Data(contentsOf: URL(filePath: other))
    for arguments in [
      ["apply-effect", "replace-background", clip, "--set", "picture=\(other)", "--matte-quality", "fast"],
      ["render", "--recipe", material.path("recipe.json"), "--input", clip, "--input", "other=\(other)"],
    ] {
      for output in [other, link] {
        let outcome = try MatteTool.run(MatteTool.executable, arguments + ["-o", output, "--overwrite"])
        #expect(outcome.status == 73, "\(arguments): \(outcome)")
        #expect(outcome.errors.contains("cannot be written: it is "), "\(outcome.errors)")
        #expect(try Data(contentsOf: URL(filePath: other)) == before)
      }
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal while a pipe stalls ends the work at once, and the movie is complete`(signal: Int32) throws {
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:d=0.4", "-pix_fmt", "yuv420p", material.path("clip.y4m"))
    let (pipe, output) = (material.path("pipe"), material.path("out.mp4"))
    try #require(mkfifo(pipe, 0o600) == 0)
    let writer = open(pipe, O_RDWR)
    defer { close(writer) }
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: material.path("clip.y4m"))))
    // Ten frames; the eleventh never comes.
    #expect(write(writer, bytes, bytes.count) == bytes.count)
    let tool = try RunningTool(["track", "-", "--json", "-o", output], inputFile: pipe)
    #expect(tool.wait { tool.outputText.split(separator: "\n").count == 10 }, "\(tool.errorText)")
    tool.send(signal)
    #expect(try tool.finish().status == 130)
    #expect(try material.times(of: output).count == 10)
    #expect(material.names == ["clip.y4m", "pipe", "out.mp4"])
  }

  @Test func `a reader that closes the pipe of lines ends the work, and the overlay is complete`() throws {
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:d=40", "-pix_fmt", "yuv420p", material.path("clip.mkv"))
    let outcome = try MatteTool.run(
      URL(filePath: "/bin/sh"),
      [
        "-c",
        "'\(MatteTool.executable.path)' track --json '\(material.path("clip.mkv"))' -o '\(material.path("out.mp4"))' "
          + "| head -n 3",
      ])
    #expect(outcome.output.split(separator: "\n").count == 3, "\(outcome)")
    let count = try material.times(of: material.path("out.mp4")).count
    #expect((3..<1000).contains(count), "\(count)")
    #expect(material.names == ["clip.mkv", "out.mp4"])
  }
}
