import Foundation
import MatteKit
import Support
import Testing

/// Movies without a drawing: which parts are copied, and which are encoded again.
@Suite(.enabled(if: OtherReaders.ffmpeg != nil, "needs ffmpeg"))
struct UnchangedMovieTests {
  private let material: MovieMaterial

  init() throws { material = try MovieMaterial() }

  @Test func `pictures that cannot be copied are encoded again, which is reported`() throws {
    let (whole, cut) = (material.path("whole.mp4"), material.path("cut.mp4"))
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "libx264", "-bf", "0", "-g", "25", whole)
    // An edit list hides the first ten pictures, from which the others are coded.
    try material.ffmpeg("-ss", "0.4", "-i", whole, "-c", "copy", cut)
    let result = material.path("result.mkv")
    let outcome = try material.run("apply-effect", "hide-codes", cut, "-o", result, "--copy-unchanged")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("coded again, because they cannot be copied: its edit list hides pictures"),
      "\(outcome.errors)")
    #expect(try material.times(of: result).count == 15)
    let reordered = material.path("reordered.avi")
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "mpeg4", "-bf", "2", reordered)
    let third = try material.run(
      "apply-effect", "hide-codes", reordered, "-o", material.path("third.mkv"), "--copy-unchanged")
    #expect(
      third.status == 0 && third.errors.contains("it does not say when each of its pictures is shown"),
      "\(third.errors)")
    let retimed = try MatteTool.run("retime", reordered, "--rate", "2", "-o", material.path("fast.mkv"))
    #expect(
      retimed.status == 65 && retimed.errors.contains("reordered.avi")
        && retimed.errors.contains("with a constant rate its pictures are coded again"), "\(retimed.errors)")
    let other = try material.run(
      "apply-effect", "hide-codes", whole, "-o", material.path("other.webm"), "--copy-unchanged")
    #expect(
      other.status == 0 && other.errors.contains("its video is h264, which a file of the kind WebM cannot hold"),
      "\(other.errors)")
  }

  @Test(arguments: [("vp8", "webm", "mov"), ("rawvideo", "mov", "mkv")])
  func `pictures that FFmpeg's writers refuse are no failure to write`(
    codec: String, kind: String, other: String
  ) throws {
    let (source, result) = (material.path("source.\(kind)"), material.path("result.\(other)"))
    // In RGB, unless the codec has none.
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=0.4", "-c:v", codec, source)
    let retimed = try MatteTool.run("retime", source, "--rate", "2", "-o", result)
    #expect(
      retimed.status == 65 && retimed.errors.contains("\(source): not supported") && retimed.errors.contains(codec)
        && retimed.errors.contains("with a constant rate its pictures are coded again"), "\(retimed.errors)")
    let outcome = try material.run("apply-effect", "hide-codes", source, "-o", result, "--copy-unchanged")
    #expect(outcome.status == 0 && outcome.errors.contains("coded again, because they cannot be copied"), "\(outcome)")
    #expect(try material.times(of: result).count == 10)
  }

  @Test func `a movie whose container and codec state different pixel aspect ratios is copied, with the container's`()
    throws
  {
    let (square, wide) = (material.path("square.mp4"), material.path("wide.mp4"))
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.4,setsar=1", "-c:v", "libx264", square)
    try material.ffmpeg("-i", square, "-c", "copy", "-aspect", "8:3", wide)
    for arguments in [
      ["retime", wide, "--rate", "0.5"], ["apply-effect", "hide-codes", wide, "--copy-unchanged"],
    ] {
      let result = material.path("\(arguments[0]).mp4")
      let outcome = try MatteTool.run(MatteTool.executable, arguments + ["-o", result])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try material.ffprobe("-show_entries", "stream=sample_aspect_ratio", of: result) == ["2:1"])
    }
  }

  @Test func `Matroska holds Microsoft's codecs, and unsupported ones are reported`() throws {
    let source = material.path("old.wmv")
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.4", "-f", "lavfi", "-i", "sine=d=0.4", source)
    let (drawn, copied) = (material.path("drawn.mkv"), material.path("copied.mkv"))
    #expect(try material.run("apply-effect", "hide-codes", source, "-o", drawn).status == 0)
    #expect(try material.run("apply-effect", "hide-codes", source, "-o", copied, "--copy-unchanged").status == 0)
    for result in [drawn, copied] {
      #expect(try material.packets("0:a", of: result) == material.packets("0:a", of: source))
    }
    #expect(try material.packets("0:v", of: copied) == material.packets("0:v", of: source))
    let refused = try material.run("apply-effect", "hide-codes", source, "-o", material.path("out.mov"))
    #expect(
      refused.status == 65
        && refused.errors.contains("its sound is wmav2, which a file of the kind QuickTime cannot hold; .mkv can"),
      "\(refused.errors)")
  }

  @Test func `transparent parts that become black are not drawn on`() throws {
    let movie = material.path("logo.gif")
    let size = PixelSize(width: 32, height: 32)
    try FileManager.default.createDirectory(atPath: material.path("in"), withIntermediateDirectories: true)
    for number in 0..<3 {
      let pixels = PixelBuffer(
        size: size, format: .rgba8, alphaType: .straight,
        bytes: (0..<size.area).flatMap { pixel -> [UInt8] in
          pixel % 32 < 16 + number ? [0, 200, 0, 255] : [0, 0, 0, 0]
        })
      try Photo(pixels: pixels).write(to: URL(filePath: material.path("in/\(number).png")), as: .png)
    }
    try material.ffmpeg(
      "-i", material.path("in/%d.png"), "-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse", movie)
    let outcome = try material.run(
      "apply-effect", "hide-codes", movie, "-o", material.path("flat.mp4"), "--report", "-", "--copy-unchanged")
    #expect(outcome.status == 0 && outcome.errors.contains("what is transparent is black"), "\(outcome.errors)")
    #expect(outcome.output.contains(#""framesDrawn":0"#), "\(outcome.output)")
  }

  @Test func `a warning says that lossless pictures are coded with losses`() throws {
    let source = material.path("source.mkv")
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.12", "-pix_fmt", "yuv422p10le", "-c:v", "ffv1", source)
    for (options, count) in [([], 1), (["--codec", "h264"], 0), (["--rate-factor", "0"], 0)] as [([String], Int)] {
      let outcome = try MatteTool.run(
        MatteTool.executable,
        ["apply-effect", "hide-codes", source, "-o", material.path("result.mkv"), "--overwrite"] + options)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(
        outcome.errors.split(separator: "\n").count { $0.contains("coded with losses now") } == count, "\(outcome)")
    }
  }

  @Test(arguments: ["yuv420p", "yuv422p", "yuv444p", "yuv420p10le", "yuv422p10le", "yuv444p10le"])
  func `FFV1 keeps the samples of Y'CbCr on request`(format: String) throws {
    let source = material.path("source.mkv")
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.12", "-pix_fmt", format, "-c:v", "ffv1", source)
    let result = material.path("result.mkv")
    let outcome = try material.run("apply-effect", "hide-codes", source, "-o", result, "--codec", "ffv1")
    #expect(outcome.status == 0 && !outcome.errors.contains("4:2:0"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("losses"), "\(outcome.errors)")
    #expect(try material.ffprobe("-show_entries", "stream=pix_fmt", of: result) == [format])
    let psnr = try material.ffmpeg("-i", source, "-i", result, "-lavfi", "psnr=stats_file=-", "-f", "null", "-")
    let lines = psnr.split(separator: "\n")
    #expect(lines.count == 3)
    for line in lines { #expect(line.contains("mse_avg:0.00 "), "\(line)") }
  }
}
