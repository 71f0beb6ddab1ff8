import Foundation
import Glibc
import MatteKit
import Support
import Testing

/// The origin of times, the duration of the last picture, and early ends.
@Suite(.enabled(if: OtherReaders.ffmpeg != nil, "needs ffmpeg"))
struct MovieTimeTests {
  private let material: MovieMaterial

  init() throws { material = try MovieMaterial() }

  @Test func `times of a broadcast count from its first frame, as those of --from do`() throws {
    let (movie, broadcast) = (material.path("movie.mkv"), material.path("broadcast.ts"))
    try material.ffmpeg("-i", try material.pan(10), "-c:v", "libx264", "-bf", "0", "-g", "5", movie)
    try material.ffmpeg("-i", movie, "-c", "copy", "-output_ts_offset", "3600", broadcast)
    let lines = try TrackLine.all(in: MatteTool.run("track", broadcast, "--json").output)
    let numbers = lines.map { Int(($0.time * 25).rounded()) }
    #expect(numbers == Array(0..<10))
    let summary = try MatteTool.run("track", broadcast).output
    #expect(summary.contains("1: from 0.000 to 0.360 s, in 10 frames"), "\(summary)")
    let report = try MatteTool.run(
      "apply-effect", "hide-faces", broadcast, "-o", material.path("out.mp4"), "--report", "-")
    #expect(
      report.output.contains(#""from":0,"id":1,"to":0.36"#) || report.output.contains(#""second":0"#), "\(report)")
    #expect(!report.output.contains(#""second":3600"#) && !report.output.contains(#""second":1,"#), "\(report.output)")
  }

  @Test(arguments: [["track"], ["codes"], ["apply-effect", "hide-codes"]])
  func `a movie that a signal cuts short ends with 130`(command: [String]) throws {
    let (short, movie, output) = (material.path("short.mkv"), material.path("long.mkv"), material.path("out.mkv"))
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=640x480:r=25:d=2", "-c:v", "libx264", "-preset", "ultrafast", short)
    try material.ffmpeg("-stream_loop", "99", "-i", short, "-c", "copy", movie)
    let more = command == ["codes"] ? ["--json"] : command == ["track"] ? ["--json", "-o", output] : ["-o", output]
    let tool = try RunningTool(command + [movie] + more)
    #expect(tool.wait { command[0] == "apply-effect" ? tool.unnamedBytes > 0 : !tool.outputText.isEmpty })
    tool.send(SIGINT)
    let end = try tool.finish()
    #expect(end.status == 130, "\(end.errors)")
    if command != ["codes"] { #expect(try !material.times(of: output).isEmpty) }
  }

  /// y4m has no times: each frame used to become one of the constant rate, and the movie was shorter.
  @Test func `a movie of variable rate lasts as long through a pipe, whose rate is constant`() throws {
    let movie = material.path("movie.mkv")
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.4", "-vf", "select='not(between(n,3,6))'", "-vsync", "vfr",
      "-c:v", "ffv1", movie)
    #expect(try material.times(of: movie).count == 6)
    let pipe = try RunningTool(["apply-effect", "hide-codes", movie, "-o", "-"]).finish()
    #expect(pipe.status == 0, "\(pipe.errors)")
    let frames = pipe.output.drop { $0 != 10 }.dropFirst()
    #expect(frames.count == 10 * ("FRAME\n".utf8.count + 64 * 48 * 3 / 2), "\(frames.count)")
  }

  @Test func `a frame rate for an input with its own times is refused`() throws {
    let movie = material.path("movie.mkv")
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.2", movie)
    let output = material.path("out.mkv")
    for arguments in [
      ["apply-effect", "hide-codes", movie, "-o", output, "--frame-rate", "10"],
      ["mattes", movie, "-o", output, "--kinds", "hair", "--frame-rate", "10"], ["track", movie, "--frame-rate", "10"],
      ["codes", movie, "--frame-rate", "10"], ["capture", movie, "-o", output, "--frame-rate", "10"],
    ] {
      let outcome = try MatteTool.run(MatteTool.executable, arguments)
      #expect(outcome.status == 64 && outcome.errors.contains("a frame rate is for image sequences"), "\(outcome)")
      #expect(outcome.errors.contains("movie.mkv"), "\(outcome.errors)")
    }
    let missing = try MatteTool.run("track", material.path("missing.mkv"), "--frame-rate", "10")
    #expect(missing.status == 65, "\(missing.errors)")
    // Pictures have none.
    try material.ffmpeg("-i", movie, material.path("%03d.png"))
    let pictures = try MatteTool.run("track", material.path("%03d.png"), "--frame-rate", "10", "--json")
    #expect(try TrackLine.all(in: pictures.output).map(\.time) == [0, 0.1, 0.2, 0.3, 0.4], "\(pictures)")
  }

  @Test func `impossible sizes are refused with the minimum`() throws {
    let movie = material.path("movie.mkv")
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.2", movie)
    func apply(_ more: String...) throws -> MatteTool.Outcome {
      try MatteTool.run(
        MatteTool.executable, ["apply-effect", "hide-codes", movie, "-o", material.path("out.mkv")] + more)
    }
    for size in ["1x1", "0x0", "640x1", "70000x2"] {
      let outcome = try apply("--size", size)
      #expect(outcome.status == 64 && outcome.errors.contains("2 to 65535 pixels, not \(size)"), "\(outcome.errors)")
    }
    #expect(try apply("--size", "2x2").status == 0)
    let small = try apply("--size", "8x8", "--codec", "hevc", "--overwrite")
    #expect(small.status == 65 && small.errors.contains("hevc takes 16x16 at least"), "\(small.errors)")
  }

  @Test(arguments: ["mov", "mp4", "mkv"])
  func `all pictures of a movie whose frame rate equals its time unit are slowed down`(kind: String) throws {
    let (fast, slow) = (material.path("fast.mkv"), material.path("slow.\(kind)"))
    // Of pictures that are reordered Matroska says neither when they are decoded nor, here, how long they are shown.
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=1000:d=0.2", "-c:v", "libx264", "-bf", "3", "-b_strategy", "0", fast)
    let outcome = try MatteTool.run("retime", fast, "--rate", "0.5", "-o", slow)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let times = try material.times(of: slow).compactMap { Double($0).map { Int(($0 * 1000).rounded()) } }
    #expect(times == (0..<200).map { 2 * $0 })
  }

  @Test func `a recording of a movie keeps its pixel aspect ratio`() throws {
    let movie = material.path("wide.mkv")
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.4,setsar=4/3", "-c:v", "libx264", movie)
    let output = material.path("out.mp4")
    let outcome = try MatteTool.run("capture", movie, "-o", output)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try material.ffprobe("-show_entries", "stream=sample_aspect_ratio", of: output) == ["4:3"])
  }

  @Test(arguments: [[], ["--effect", "hide-codes"], ["--zoom", "2"]])
  func `a recording of a movie shows the last picture as long as the movie does`(options: [String]) throws {
    let (even, slides) = (material.path("even.mp4"), material.path("slides.mp4"))
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=5:d=0.6", "-c:v", "libx264", "-bf", "0", "-pix_fmt", "yuv420p", even)
    try material.ffmpeg("-i", even, "-c", "copy", "-bsf:v", "setts=duration=if(eq(N\\,2)\\,3/TB\\,0.2/TB)", slides)
    #expect(try material.ffprobe("-show_entries", "stream=duration", of: slides) == ["3.400000"])
    let output = material.path("out.mp4")
    let outcome = try MatteTool.run(MatteTool.executable, ["capture", slides, "-o", output] + options)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let length = try #require(
      material.ffprobe("-show_entries", "stream=duration", of: output).first.flatMap(Double.init))
    #expect(abs(length - 3.4) < 0.05, "\(length)")
  }
}
