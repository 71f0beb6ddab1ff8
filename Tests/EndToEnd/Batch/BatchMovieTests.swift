import Foundation
import MatteKit
import Support
import Testing

/// Movies and photos in `batch`.
@Suite struct BatchMovieTests {
  private static let command = ["batch", "sticker", "--matte-quality", "fast"]

  private func batch(_ arguments: String...) throws -> MatteTool.Outcome {
    try MatteTool.run(MatteTool.executable, Self.command + arguments)
  }

  private func frameCount(_ file: String) throws -> Int? {
    try VideoFile(contentsOf: URL(filePath: file)).format.frameCount
  }

  @Test func `a folder of photos and movies is processed, and a broken movie stops none of the others`() throws {
    let folder = try PhotoFolder("a.jpg", "sub/b.png")
    try folder.addMovie("clip.mp4", frames: 6)
    try folder.addMovie("sub/Clip.MOV")
    try folder.addMovie("old.avi", codec: .h264)
    let whole = try #require(FileManager.default.contents(atPath: folder.file("in/clip.mp4")))
    try whole.prefix(whole.count / 2).write(to: URL(filePath: folder.file("in/broken.mp4")))
    try Data("let answer = 42\n".utf8).write(to: URL(filePath: folder.file("in/main.ts")))

    let outcome = try batch("-r", folder.input, "-o", folder.output, "--report", folder.file("report"))
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("in/broken.mp4: ") && outcome.errors.contains("2 photos, 4 movies: 5 done, 1 failed"))
    #expect(folder.names(in: "out") == ["a.jpg", "clip.mp4", "old.mp4", "sub/Clip.MOV", "sub/b.png"])
    let report = try BatchReport(contentsOf: folder.file("report"))
    #expect(report.files.map(\.media).sorted() == ["movie", "movie", "movie", "movie", "photo", "photo"])
    #expect(report.summary.photos == 2 && report.summary.movies == 4 && report.summary.frames == 16)
    for (name, frames) in [("clip.mp4", 6), ("sub/Clip.MOV", 5), ("old.avi", 5)] {
      let line = try report.file(name)
      #expect(line.status == "done" && line.frames == frames && line.seconds == Double(frames) / 25)
      #expect(line.bytes == FileManager.default.contents(atPath: line.output)?.count && line.framesPerSecond ?? 0 > 0)
      #expect(try frameCount(line.output) == frames && line.error == nil && line.mattes == [])
      let face = try #require(line.faces?.first)
      #expect(line.faceCount == 1 && face.id == 1 && face.from == 0 && face.frames == frames)
    }
    let broken = try report.file("broken.mp4")
    #expect(broken.status == "failed" && broken.error?.contains(broken.input) == true && broken.frames == nil)
  }

  @Test func `a movie that is named as a photo is a movie, and a photo that is named as a movie a photo`() throws {
    let folder = try PhotoFolder("photo.jpg")
    try folder.addMovie("clip.mp4", frames: 2)
    for (name, other) in [("photo.jpg", "photo.mp4"), ("clip.mp4", "clip.png")] {
      try FileManager.default.moveItem(atPath: folder.file("in/\(name)"), toPath: folder.file("in/\(other)"))
    }
    let outcome = try batch(folder.input, "-o", folder.output)
    #expect(outcome.status == 0 && outcome.errors.contains("1 photo, 1 movie: 2 done"), "\(outcome.errors)")
    #expect(folder.names(in: "out") == ["clip.mp4", "photo.jpg"])
    #expect(try frameCount(folder.file("out/clip.mp4")) == 2)
  }

  @Test(.enabled(if: OtherReaders.ffmpeg != nil, "needs ffmpeg"))
  func `a translucent result is in a container that holds the sound of its movie`() throws {
    let (material, folder) = (try MovieMaterial(), try PhotoFolder())
    for (name, codec) in [("aac.mp4", "aac"), ("opus.mp4", "libopus"), ("flac.mp4", "flac")] {
      try material.ffmpeg(
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.2", "-f", "lavfi", "-i", "sine=d=0.2:r=48000", "-c:v",
        "libx264",
        "-pix_fmt", "yuv420p", "-strict", "-2", "-c:a", codec, folder.file("in/\(name)"))
    }
    let outcome = try MatteTool.run(
      "batch", "replace-background", "--set", "color=transparent", "--matte-quality", "fast", folder.input, "-o",
      folder.output)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(folder.names(in: "out") == ["aac.mov", "flac.mkv", "opus.mkv"])
    let streams = try material.ffprobe("-show_entries", "stream=codec_name", of: folder.file("out/opus.mkv"))
    #expect(streams == ["ffv1", "opus"] || streams == ["vp9", "opus"], "\(streams)")
  }

  @Test func `a dry run shows what movies become, and writes nothing`() throws {
    struct Line: Decodable {
      let input, output, action, format: String
    }
    let folder = try PhotoFolder("a.jpg")
    try folder.addMovie("b.mp4", frames: 1)
    try folder.addMovie("c.mov", frames: 1)
    try FileManager.default.createDirectory(atPath: folder.output, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(filePath: folder.file("out/b.mp4")))
    func plan(_ arguments: String...) throws -> [String] {
      let outcome = try MatteTool.run(
        MatteTool.executable, Self.command + [folder.input, "-o", folder.output, "--dry-run"] + arguments)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return try outcome.output.split(separator: "\n").map {
        let line = try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        return "\(line.action) \(line.format) \(line.output.dropFirst(folder.output.count + 1))"
      }
    }
    #expect(try plan("--existing", "skip") == ["make jpeg a.jpg", "skip mp4 b.mp4", "make mov c.mov"])
    #expect(
      try plan("--existing", "overwrite", "--format", "heic") == [
        "make heic a.heic", "replace mp4 b.mp4", "make mov c.mov",
      ])
    #expect(
      try plan("--existing", "overwrite", "--codec", "vp9", "--name", "{effect}/{stem}.{ext}")
        == ["make jpeg sticker/a.jpg", "make mp4 sticker/b.mp4", "make mp4 sticker/c.mp4"])
    #expect(folder.files(in: "out") == ["b.mp4": Data("mine".utf8)])
  }

  @Test func `a run killed during a movie leaves nothing of it, and is resumed`() throws {
    let folder = try PhotoFolder("a.jpg")
    try folder.addMovie("long.mp4", frames: 8)
    // Mattes take long enough for a signal to arrive during the work.
    let command = ["batch", "blur-background", folder.input]
    let undisturbed = try MatteTool.run(MatteTool.executable, command + ["-o", folder.file("undisturbed")])
    #expect(undisturbed.status == 0, "\(undisturbed.errors)")
    let arguments = command + ["-o", folder.output, "--resume", "--jobs", "1", "--progress", "json"]
    for signal in [SIGKILL, SIGINT] {
      let tool = try RunningTool(arguments)
      #expect(tool.wait { tool.errorText.contains("\"status\":\"working\"") }, "\(tool.errorText)")
      tool.send(signal)
      let ended = try tool.finish()
      #expect(signal == SIGKILL || ended.status == 130, "\(ended)")
      #expect(folder.names(in: "out") == ["a.jpg"])
    }
    let outcome = try MatteTool.run(MatteTool.executable, arguments + ["--report", folder.file("report")])
    #expect(outcome.status == 0, "\(outcome.errors)")
    // Photos are the same to the byte; coders of movies and networks round otherwise with another number of threads.
    #expect(folder.files(in: "out")["a.jpg"] == folder.files(in: "undisturbed")["a.jpg"])
    #expect(folder.names(in: "out") == folder.names(in: "undisturbed"))
    let report = try BatchReport(contentsOf: folder.file("report"))
    #expect(try report.file("a.jpg").status == "unchanged" && report.file("long.mp4").status == "done")

    let again = try MatteTool.run(
      MatteTool.executable, command + ["-o", folder.output, "--resume", "--report", folder.file("report")])
    #expect(again.errors.contains("1 photo, 1 movie: 0 done, 2 unchanged"), "\(again.errors)")
    #expect(try BatchReport(contentsOf: folder.file("report")).file("long.mp4").frames == 8)
    // Other options of movies are another recipe, which takes no place of this one.
    let other = try MatteTool.run(
      MatteTool.executable, command + ["-o", folder.output, "--resume", "--rate-factor", "30"])
    #expect(other.status == 73, "\(other.errors)")
  }

  /// Many times, because the stages of the movie were once seen to use networks that the end of the process had
  /// destroyed.
  @Test(arguments: 0..<(TestScale.isFull ? 20 : 1))
  func `an interruption discards the current movie, and reports it`(number: Int) throws {
    let folder = try PhotoFolder()
    try folder.addMovie("a.mp4", frames: 40)
    try folder.addMovie("b.mp4", frames: 1)
    let report = folder.file("report")
    let tool = try RunningTool([
      "batch", "blur-background", "--matte-quality", "accurate", folder.input, "-o", folder.output, "--report", report,
      "--progress", "plain",
    ])
    // The journal is there when work starts.
    #expect(tool.wait { (try? FileManager.default.contentsOfDirectory(atPath: folder.output).isEmpty) == false })
    usleep(500_000 + useconds_t(number) * 50_000)
    tool.send(SIGTERM)
    let ended = try tool.finish()
    #expect(ended.status == 130 && ended.errors.contains("a movie in progress is left"), "\(ended.errors)")
    let lines = try BatchReport(contentsOf: report)
    #expect(lines.files.isEmpty && lines.summary.isInterrupted && lines.summary.notStarted == 2)
    #expect(folder.names(in: "out") == [])
  }

  @Test func `a movie whose container cannot be written with its sound gets one that can`() throws {
    let (folder, material) = (try PhotoFolder(), try MovieMaterial())
    let pictures = [
      "-f", "lavfi", "-i", "testsrc2=s=64x48:d=0.2", "-f", "lavfi", "-i", "sine=d=0.2", "-c:v", "libx264",
    ]
    try FileManager.default.createDirectory(atPath: folder.input, withIntermediateDirectories: true)
    // As QuickTime by its brand, which FFmpeg writes for MP4 alone; and MP4 with uncompressed sound, as cameras have it.
    let opus = ["-c:a", "libopus", "-f", "mp4", "-brand", "qt  ", "\(folder.input)/opus.mov"]
    let uncompressed = ["-c:a", "pcm_s16be", "-f", "mov", "\(folder.input)/pcm.mp4"]
    for coding in [opus, uncompressed] { try material.ffmpeg(pictures + coding) }
    try material.ffmpeg(pictures + ["-c:a", "aac", "\(folder.input)/aac.mov"])
    let outcome = try batch(folder.input, "-o", folder.output)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(folder.names(in: "out") == ["aac.mov", "opus.mp4", "pcm.mov"])
  }

  @Test func `no movie replaces an input, and the results of one folder are no inputs`() throws {
    let folder = try PhotoFolder()
    try folder.addMovie("a.mp4", frames: 2)
    try folder.addMovie("b.mp4", frames: 2)
    let before = folder.files(in: "in")
    let refused = try batch(folder.input, "-o", folder.input, "--existing", "overwrite")
    #expect(refused.status == 73 && refused.errors.contains("replace an input"), "\(refused)")
    let clash = try batch(folder.input, "-o", folder.output, "--name", "all.{ext}")
    #expect(clash.status == 73 && clash.errors.contains("in/a.mp4") && clash.errors.contains("in/b.mp4"), "\(clash)")
    let nameless = try batch(folder.input, "-o", folder.output, "--name", "{stem}")
    #expect(nameless.status == 73 && nameless.errors.contains("--name"), "\(nameless)")
    #expect(folder.files(in: "in") == before && folder.folder.contents == ["in"])
    for expected in ["2 done", "2 unchanged"] {
      let outcome = try batch(folder.input, "-o", folder.input, "--name", "{stem}-s.{ext}", "--resume")
      #expect(outcome.status == 0 && outcome.errors.contains(expected), "\(outcome)")
    }
    #expect(folder.names(in: "in") == ["a-s.mp4", "a.mp4", "b-s.mp4", "b.mp4"])
  }

  @Test func `parts of a list hold movies too, and their reports are joined`() throws {
    let folder = try PhotoFolder("0.jpg", "1.jpg")
    for number in 2..<6 { try folder.addMovie("\(number).mp4", frames: 1) }
    for part in 1...2 {
      let outcome = try batch(
        folder.input, "-o", folder.output, "--shard", "\(part)/2", "--report", folder.file("r\(part)"))
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(folder.names(in: "out") == ["0.jpg", "1.jpg", "2.mp4", "3.mp4", "4.mp4", "5.mp4"])
    let merged = try MatteTool.run("report", "merge", folder.file("r1"), folder.file("r2"))
    let all = try BatchReport(merged.output)
    #expect(all.files.count == 6 && all.summary.photos == 2 && all.summary.movies == 4 && all.summary.frames == 4)
  }

  @Test func `movies are made as requested, with transparency if the container supports it`() throws {
    let folder = try PhotoFolder()
    try folder.addMovie("a.mp4", frames: 10)
    let small = try batch(
      folder.input, "-o", folder.file("small"), "--from", "0.08", "--to", "0.24", "--size", "160x120", "--codec", "hevc"
    )
    #expect(small.status == 0, "\(small.errors)")
    let movie = try VideoFile(contentsOf: URL(filePath: folder.file("small/a.mp4")))
    #expect(movie.format.codec == "hevc" && movie.format.frameCount == 4)
    #expect(movie.size == PixelSize(width: 160, height: 120))

    let cut = try MatteTool.run(
      MatteTool.executable,
      [
        "batch", "replace-background", "--set", "color=transparent", "--matte-quality", "fast", "--to", "0.08",
        folder.input,
        "-o", folder.output,
      ])
    #expect(cut.status == 0, "\(cut.errors)")
    #expect(folder.names(in: "out") == ["a.mov"])
    #expect(try VideoFile(contentsOf: URL(filePath: folder.file("out/a.mov"))).format.hasAlpha)
  }

  @Test func `a movie that exceeds the memory is refused, and one core is enough for the others`() throws {
    let folder = try PhotoFolder("a.jpg")
    try folder.addMovie("b.mp4", frames: 3)
    let little = try batch(folder.input, "-o", folder.output, "--memory", "700M", "--report", "-")
    #expect(little.status == 1, "\(little.errors)")
    let report = try BatchReport(little.output)
    #expect(try report.file("a.jpg").status == "done" && report.file("b.mp4").error?.contains("--memory") == true)
    // Without photos their networks need no room.
    let alone = try batch(folder.file("in/b.mp4"), "-o", folder.file("alone"), "--memory", "600M")
    #expect(alone.status == 0 && folder.names(in: "alone") == ["b.mp4"], "\(alone.errors)")
    let one = try MatteTool.run(
      URL(filePath: "/usr/bin/taskset"),
      ["-c", "0", MatteTool.executable.path] + Self.command + [folder.input, "-o", folder.output, "--resume"])
    #expect(one.status == 0, "\(one.errors)")
    #expect(folder.names(in: "out") == ["a.jpg", "b.mp4"])
  }
}
