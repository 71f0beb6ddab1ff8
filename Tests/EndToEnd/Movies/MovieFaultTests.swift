import Foundation
import Glibc
import MatteKit
import Support
import Testing

/// Faults of movies and of their outputs: one clear error, and nothing left behind.
@Suite struct MovieFaultTests {
  private let material: MovieMaterial

  init() throws { material = try MovieMaterial() }

  private var result: String { material.path("result.mp4") }

  private func apply(_ effect: String = "sticker", to input: String, _ more: String...) throws -> MatteTool.Outcome {
    try MatteTool.run(
      MatteTool.executable, ["apply-effect", effect, input, "-o", result, "--progress", "none"] + more)
  }

  /// One line that names the file, an exit code, and only the files that existed before.
  private func expectRefused(
    _ outcome: MatteTool.Outcome, _ status: Int32, naming name: String, _ words: String, leaving names: Set<String>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == status, "\(outcome.errors)", sourceLocation: sourceLocation)
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains("error: ") }
    #expect(lines.count == 1 && outcome.errors.contains(name), "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect(outcome.errors.contains(words), "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect(material.names == names, sourceLocation: sourceLocation)
  }

  @Test func `a truncated movie is an error, and nothing is written`() throws {
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=1", "-c:v", "libx264", material.path("pan.mkv"))
    try material.ffmpeg(
      "-i", material.path("pan.mkv"), "-c", "copy", "-movflags", "+faststart", material.path("pan.mp4"))
    for name in ["pan.mkv", "pan.mp4"] {
      let data = try Data(contentsOf: URL(filePath: material.path(name)))
      try data.prefix(data.count * 2 / 3).write(to: URL(filePath: material.path("cut-\(name)")))
      let names = material.names
      let outcome = try apply("hide-codes", to: material.path("cut-\(name)"))
      expectRefused(outcome, 65, naming: "cut-\(name)", "damaged or incomplete", leaving: names)
      let remedy = try #require(outcome.errors.range(of: "can be processed alone (--to "), "\(outcome.errors)")
      let end = outcome.errors[remedy.upperBound...].prefix { $0 != ")" }
      #expect(try apply("hide-codes", to: material.path("cut-\(name)"), "--to", String(end)).status == 0)
      try FileManager.default.removeItem(atPath: result)
    }
  }

  @Test func `frames with concealed errors are reported`() throws {
    let (whole, damaged) = (material.path("whole.mp4"), material.path("damaged.mp4"))
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=0.8", "-c:v", "libx264", "-movflags", "+faststart", whole)
    // Several frames: threads of FFmpeg 5.1 may hand out a frame before they have noted its damage.
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: whole)))
    for index in stride(from: bytes.count / 2, to: bytes.count * 3 / 4, by: 90) { bytes[index] ^= 0x5A }
    try Data(bytes).write(to: URL(filePath: damaged))
    for (movie, isTold) in [(whole, false), (damaged, true)] {
      let outcome = try apply("hide-codes", to: movie)
      #expect(
        outcome.status == 0 && outcome.errors.contains("damaged; the decoder made up") == isTold, "\(outcome.errors)")
      try FileManager.default.removeItem(atPath: result)
    }
  }

  @Test func `one frame with a concealed error is reported each time, whatever the threads do`() throws {
    let (whole, damaged) = (material.path("whole.mp4"), material.path("damaged.mp4"))
    // With reordered pictures, of which FFmpeg 5.1 hands out one while another thread may still decode it.
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=640x480:r=25:d=0.8", "-vf", "noise=alls=20:allf=t", "-c:v", "libx264", "-bf",
      "3",
      "-movflags", "+faststart", whole)
    let places = try material.ffprobe("-show_entries", "packet=pos,size", of: whole).compactMap { line -> (Int, Int)? in
      let numbers = line.split(separator: ",").compactMap { Int($0) }
      return numbers.count == 2 ? (numbers[1], numbers[0]) : nil
    }
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: whole)))
    for number in TestScale.some(2, of: [0, 1, 5]) {
      let (start, length) = places[number]
      var changed = bytes
      for index in start + length / 2..<start + length / 2 + 60 { changed[index] ^= 0x5A }
      try Data(changed).write(to: URL(filePath: damaged))
      for _ in 0..<3 {
        let outcome = try apply("hide-codes", to: damaged)
        #expect(outcome.status == 0 && outcome.errors.contains("1 frame is damaged"), "\(number) \(outcome.errors)")
        try FileManager.default.removeItem(atPath: result)
      }
    }
  }

  @Test func `a picture that cannot be decoded is skipped and reported, by all commands`() throws {
    let (whole, damaged) = (material.path("whole.mp4"), material.path("hole.mp4"))
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=1", "-c:v", "libx264", "-bf", "0", "-movflags", "+faststart",
      whole)
    // The head of a packet in the middle.
    let places = try material.ffprobe("-show_entries", "packet=pos", of: whole).compactMap { Int($0) }
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: whole)))
    for index in places[12]..<places[12] + 600 { bytes[index] = 0 }
    try Data(bytes).write(to: URL(filePath: damaged))
    for arguments in [
      ["apply-effect", "hide-codes", damaged, "-o", result], ["track", damaged, "-o", material.path("boxes.mp4")],
      ["codes", damaged], ["retime", damaged, "--rate", "2", "--constant-rate", "25", "-o", material.path("fast.mp4")],
    ] {
      let outcome = try MatteTool.run(MatteTool.executable, arguments)
      #expect(outcome.status == 0, "\(arguments[0]) \(outcome.errors)")
      #expect(outcome.errors.contains("damaged; the decoder made up"), "\(arguments[0]) \(outcome.errors)")
    }
    #expect(try material.times(of: result).count >= 20)
    // If the file ends after such a picture, that is reported.
    try FileManager.default.removeItem(atPath: result)
    try Data(bytes[..<(places[13] + 20)]).write(to: URL(filePath: damaged))
    let cut = try apply("hide-codes", to: damaged)
    #expect(cut.status == 65 && cut.errors.contains("it ends too soon"), "\(cut.errors)")
  }

  @Test func `a part without frames is reported with the movie's length`() throws {
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.2", "-c:v", "libx264", material.path("short.mp4"))
    let outcome = try apply("hide-codes", to: material.path("short.mp4"), "--from", "5")
    #expect(
      outcome.status == 65 && outcome.errors.contains("it is 0.2 s long; it has no frames from 5.0 s"),
      "\(outcome.errors)")
  }

  @Test func `MP4 holds FLAC too, and m4v holds the same as MP4`() throws {
    let source = material.path("flac.mkv")
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.2", "-f", "lavfi", "-i", "sine=d=0.2", "-c:v", "libx264", "-c:a",
      "flac",
      source)
    #expect(try apply("hide-codes", to: source).status == 0)
    #expect(try material.ffprobe("-show_entries", "stream=codec_name", of: result) == ["h264", "flac"])
    let m4v = material.path("result.m4v")
    let outcome = try MatteTool.run("apply-effect", "hide-codes", source, "-o", m4v, "--codec", "hevc")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try material.ffprobe("-show_entries", "stream=codec_name", of: m4v) == ["hevc", "flac"])
  }

  @Test(arguments: [("opus", ".mp4 and .mkv can"), ("flac", ".mp4 and .mkv can"), ("truehd", ".mp4 and .mkv can")])
  func `sound that QuickTime does not hold is refused before anything is written`(codec: String, remedy: String) throws
  {
    let source = material.path("sound.mkv")
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.2", "-f", "lavfi", "-i", "sine=d=0.2:r=48000", "-c:v", "libx264",
      "-ac", "2", "-strict", "-2", "-c:a", codec == "opus" ? "libopus" : codec, source)
    let names = material.names
    let outcome = try MatteTool.run("apply-effect", "hide-codes", source, "-o", material.path("result.mov"))
    expectRefused(
      outcome, 65, naming: "result.mov",
      "its sound is \(codec), which a file of the kind QuickTime cannot hold; \(remedy)", leaving: names)
    #expect(try apply("hide-codes", to: source).status == 0)
    #expect(try material.ffprobe("-show_entries", "stream=codec_name", of: result) == ["h264", codec])
  }

  @Test(arguments: [("yuv422p", "4:2:2"), ("yuv444p10le", "4:4:4"), ("yuv420p", "")])
  func `lost chroma is reported`(format: String, words: String) throws {
    let source = material.path("source.mkv")
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.2", "-pix_fmt", format, "-c:v", "libx264", source)
    let outcome = try apply("hide-codes", to: source)
    #expect(
      outcome.status == 0 && outcome.errors.contains("are written as 4:2:0") == !words.isEmpty, "\(outcome.errors)")
    #expect(words.isEmpty || outcome.errors.contains("colours of \(words)"), "\(outcome.errors)")
    let pro = try MatteTool.run(
      "apply-effect", "hide-codes", source, "-o", material.path("pro.mov"), "--codec", "prores4444")
    #expect(pro.status == 0 && !pro.errors.contains("4:2:0"), "\(pro.errors)")
  }

  @Test func `options of photos are refused for movies`() throws {
    for (option, words) in [(["--format", "png"], "--format is for photos"), (["--quality", "0.3"], "--rate-factor")] {
      let outcome = try MatteTool.run(
        MatteTool.executable, ["apply-effect", "hide-codes", "a.mp4", "-o", result] + option)
      #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome.errors)")
    }
  }

  @Test(arguments: [
    ["apply-effect", "hide-codes", "IN", "-o", "OUT/a.webm", "--codec", "h264"],
    ["mattes", "IN", "--kinds", "hair", "-o", "OUT/a.mov", "--codec", "av1"],
    ["mattes", "IN", "-o", "OUT/mattes", "--format", "mp4", "--codec", "ffv1"],
    ["apply-effect", "hide-codes", "IN", "-o", "-", "--format", "png"],
    ["apply-effect", "hide-codes", "IN", "-o", "OUT/pictures/", "--format", "jpeg"],
    ["mattes", "IN", "--kinds", "hair", "-o", "-", "--format", "png"],
    ["retime", "-", "-o", "OUT/a.mp4", "--rate", "2"],
  ])
  func `options that do not fit the output are wrong usage, and nothing is written`(words: [String]) throws {
    let pan = try material.pan(3)
    let names = material.names
    let outcome = try MatteTool.run(
      MatteTool.executable,
      words.map { $0 == "IN" ? pan : $0.hasPrefix("OUT/") ? material.path(String($0.dropFirst(4))) : $0 })
    #expect(outcome.status == 64 && outcome.output.isEmpty && material.names == names, "\(outcome)")
  }

  @Test func `a movie in no folder says which folder is missing`() throws {
    for words in [["apply-effect", "hide-codes"], ["retime", "--rate", "2"]] {
      let outcome = try MatteTool.run(
        MatteTool.executable, words + [material.pan(3), "-o", material.path("none/a.mp4")])
      #expect(
        outcome.status == 73 && outcome.errors.contains("there is no folder \(material.path("none"))"), "\(outcome)")
    }
  }

  @Test func `damaged packets end in a movie or an error, never in a crash`() throws {
    let pan = try material.pan(12)
    let data = try Data(contentsOf: URL(filePath: pan))
    for seed in TestScale.some(3, of: Array(1...6)) {
      var bytes = [UInt8](data)
      for step in 0..<40 { bytes[(step * 7919 * seed + 5000) % (bytes.count - 2000) + 2000] ^= UInt8(seed * 37 & 255) }
      try Data(bytes).write(to: URL(filePath: material.path("damaged.mkv")))
      let outcome = try apply(to: material.path("damaged.mkv"))
      #expect([0, 65].contains(outcome.status), "\(outcome.status) \(outcome.errors)")
      #expect(material.names.contains("result.mp4") == (outcome.status == 0))
      try? FileManager.default.removeItem(atPath: result)
    }
  }

  @Test func `neither an overlay nor a recording converts HDR wrongly`() throws {
    let movie = material.path("hdr.mkv")
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.2", "-pix_fmt", "yuv420p10le", "-c:v", "ffv1", "-color_trc",
      "smpte2084", "-color_primaries", "bt2020", "-colorspace", "bt2020nc", movie)
    let names = material.names
    for command in ["track", "capture"] {
      let outcome = try MatteTool.run(MatteTool.executable, [command, movie, "-o", result])
      expectRefused(outcome, 65, naming: "hdr.mkv", "HDR (PQ, BT.2100)", leaving: names)
    }
    #expect(try MatteTool.run(MatteTool.executable, ["track", movie, "--json"]).status == 0)
  }

  @Test func `a frame of another size is refused at its position`() throws {
    let pan = try material.pan(4)
    try material.ffmpeg("-i", pan, "-f", "mpegts", material.path("a.ts"))
    try material.ffmpeg(
      "-i", pan, "-vf", "scale=160:120", "-output_ts_offset", "0.16", "-f", "mpegts", material.path("b.ts"))
    let both =
      try Data(contentsOf: URL(filePath: material.path("a.ts")))
      + Data(contentsOf: URL(filePath: material.path("b.ts")))
    try both.write(to: URL(filePath: material.path("both.ts")))
    let names = material.names
    expectRefused(try apply(to: material.path("both.ts")), 65, naming: "both.ts", "320x240 to 160x120", leaving: names)
  }

  @Test func `a file without pictures is no movie`() throws {
    try material.ffmpeg("-f", "lavfi", "-i", "sine=440:d=0.2", material.path("sound.m4a"))
    try Data("not a movie".utf8).write(to: URL(filePath: material.path("text.mp4")))
    try Data().write(to: URL(filePath: material.path("empty.mov")))
    try Data("YUV4MPEG2 W16 H16 F25:1 C420mpeg2\n".utf8).write(to: URL(filePath: material.path("none.y4m")))
    let names = material.names
    for (name, words) in [
      ("sound.m4a", "there is no video in it"), ("text.mp4", "not a video"), ("empty.mov", "it is empty"),
      ("missing.mp4", "No such file"),
    ] {
      expectRefused(try apply(to: material.path(name)), 65, naming: name, words, leaving: names)
    }
    #expect(try apply(to: material.path("none.y4m")).status == 65)
    let late = try apply(to: material.pan(3), "--from", "10")
    #expect(late.status == 65 && late.errors.contains("no frames"), "\(late.errors)")
  }

  @Test func `high dynamic range and interlaced pictures are refused with what to do`() throws {
    let pan = try material.pan(3)
    try material.ffmpeg(
      "-i", pan, "-c:v", "libx265", "-x265-params", "log-level=none", "-pix_fmt", "yuv420p10le", "-color_primaries",
      "bt2020", "-color_trc", "arib-std-b67", "-colorspace", "bt2020nc", material.path("hlg.mp4"))
    try material.ffmpeg(
      "-i", pan, "-vf", "setfield=tff", "-c:v", "mpeg2video", "-flags", "+ildct+ilme", material.path("fields.mkv"))
    let names = material.names
    expectRefused(try apply(to: material.path("hlg.mp4")), 65, naming: "hlg.mp4", "HLG", leaving: names)
    expectRefused(try apply(to: material.path("fields.mkv")), 65, naming: "fields.mkv", "bwdif", leaving: names)
  }

  @Test func `a companion movie is refused like the movie itself`() throws {
    let pan = try material.pan(3)
    try material.ffmpeg(
      "-i", pan, "-vf", "setfield=tff", "-c:v", "mpeg2video", "-flags", "+ildct+ilme", material.path("fields.mkv"))
    let names = material.names
    let outcome = try apply(
      "replace-background", to: pan, "--set", "picture=\(material.path("fields.mkv"))", "--matte-quality", "fast")
    expectRefused(outcome, 65, naming: "fields.mkv", "bwdif", leaving: names)
  }

  @Test func `a picture that is named as a movie is a movie of one frame, and none that is retimed`() throws {
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48", "-frames:v", "1", material.path("photo.png"))
    let photo = material.path("photo.mp4")
    try FileManager.default.moveItem(atPath: material.path("photo.png"), toPath: photo)
    let outcome = try MatteTool.run("apply-effect", "hide-codes", photo, "-o", material.path("film.mkv"))
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try material.times(of: material.path("film.mkv")).count == 1)
    let retimed = try MatteTool.run("retime", photo, "--rate", "2", "-o", material.path("fast.mkv"))
    #expect(retimed.status == 65 && retimed.errors.contains("still picture"), "\(retimed)")
  }

  @Test func `pictures do not overwrite those that are read`() throws {
    let pan = try material.pan(3)
    try FileManager.default.createDirectory(atPath: material.path("in"), withIntermediateDirectories: true)
    try material.ffmpeg("-i", pan, "-start_number", "0", material.path("in/%06d.png"))
    let before = try Data(contentsOf: URL(filePath: material.path("in/000001.png")))
    let outcome = try MatteTool.run(
      "apply-effect", "sticker", material.path("in"), "-o", material.path("in") + "/", "--overwrite")
    #expect(outcome.status == 73 && outcome.errors.contains("name another folder"), "\(outcome.errors)")
    #expect(try Data(contentsOf: URL(filePath: material.path("in/000001.png"))) == before)
  }

  @Test func `sizes from one pixel up`() throws {
    for size in TestScale.some(2, of: ["1x1", "2x2", "3x5", "17x1"]) {
      try material.ffmpeg(
        "-f", "lavfi", "-i", "testsrc=s=\(size):d=0.08:r=25", "-c:v", "ffv1", material.path("small.mkv"))
      let outcome = try apply(
        "blur-background", to: material.path("small.mkv"), "--overwrite", "--matte-quality", "fast")
      #expect(outcome.status == 0, "\(size): \(outcome.errors)")
      #expect(
        try material.ffprobe("-show_entries", "stream=width,height", of: result) == [size.replacing("x", with: ",")])
    }
  }

  @Test func `8K works like any other size`() throws {
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=7680x4320:d=0.04:r=25", "-c:v", "libx264", "-preset", "ultrafast",
      material.path("large.mp4"))
    let outcome = try apply("blur-background", to: material.path("large.mp4"), "--matte-quality", "fast")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let facts = try material.ffprobe("-show_entries", "stream=width,height,nb_frames", of: result)
    #expect(facts == ["7680,4320,1"])
  }

  @Test func `a reader that closes the pipe ends the work`() throws {
    let pan = try material.pan(12)
    let outcome = try MatteTool.run(
      URL(filePath: "/bin/sh"),
      [
        "-c",
        "'\(MatteTool.executable.path)' apply-effect sticker '\(pan)' -o - | head -c 100000 >/dev/null; exit ${PIPESTATUS:-0}",
      ])
    #expect(outcome.errors.contains("its reader has closed it"), "\(outcome.errors)")
  }

  @Test func `a pipe that ends within a frame is an error`() throws {
    let pan = try material.pan(4)
    try material.ffmpeg("-i", pan, "-pix_fmt", "yuv420p", material.path("pan.y4m"))
    let names = material.names
    let outcome = try MatteTool.run(
      URL(filePath: "/bin/sh"),
      [
        "-c",
        "head -c 300000 '\(material.path("pan.y4m"))' | '\(MatteTool.executable.path)' apply-effect sticker - -o '\(result)'",
      ])
    expectRefused(outcome, 65, naming: "standard input", "damaged or incomplete", leaving: names)
  }

  @Test func `a full disk is an error, and nothing is left`() throws {
    let disk = material.path("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    let mount = try MatteTool.run(URL(filePath: "/bin/mount"), ["-t", "tmpfs", "-o", "size=16k", "tmpfs", disk])
    guard mount.status == 0 else {
      print("skipped: to fill a disk takes the right to mount one (\(mount.errors))")
      return
    }
    defer { _ = try? MatteTool.run(URL(filePath: "/bin/umount"), [disk]) }
    let outcome = try MatteTool.run(
      "apply-effect", "sticker", material.pan(12), "-o", "\(disk)/full.mp4", "--rate-factor", "0", "--progress", "none")
    #expect(outcome.status == 73, "\(outcome.errors)")
    #expect(outcome.errors.contains("full.mp4: cannot be written"), "\(outcome.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk).isEmpty)
  }

  @Test(arguments: [SIGKILL, SIGHUP, SIGQUIT])
  func `a process that is killed leaves nothing behind`(signal: Int32) throws {
    let pan = try material.pan(40)
    try material.ffmpeg("-stream_loop", "20", "-i", pan, "-c", "copy", material.path("long.mkv"))
    let names = material.names
    let tool = try RunningTool([
      "apply-effect", "sticker", material.path("long.mkv"), "-o", result, "--progress", "none",
    ])
    #expect(tool.wait { tool.unnamedBytes > 100_000 })
    #expect(tool.isRunning)
    tool.send(signal)
    _ = try tool.finish()
    #expect(material.names == names)
  }

  @Test func `an unplugged camera leaves the movie recorded so far`() throws {
    let camera = try SimulatedCamera(AstronautPan.pictures(20, step: 2), rate: 10, in: material.folder)
    let outcome = try MatteTool.run(
      "apply-effect", "sticker", SimulatedCamera.device, "-o", result, "--progress", "none",
      environment: camera.environment)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("\(SimulatedCamera.device): cannot be read: No such device"), "\(outcome.errors)")
    #expect(try (2...20).contains(material.times(of: result).count))
  }
}
