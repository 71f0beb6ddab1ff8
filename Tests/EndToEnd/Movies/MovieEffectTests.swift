import Foundation
import Glibc
import MatteKit
import Support
import Testing

/// `apply-effect` and `mattes` on movies, read by FFmpeg.
@Suite struct MovieEffectTests {
  private let material: MovieMaterial

  init() throws { material = try MovieMaterial() }

  @Test func `frames, times, sound, subtitles, chapters and tags of a movie survive an effect`() throws {
    let pan = try material.pan(12)
    try """
    1
    00:00:00,100 --> 00:00:00,300
    An astronaut
    """.write(toFile: material.path("words.srt"), atomically: true, encoding: .utf8)
    try ";FFMETADATA1\ntitle=Pan\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=200\ntitle=Left\n"
      .write(toFile: material.path("chapters"), atomically: true, encoding: .utf8)
    // Uneven times, two sounds, subtitles, a chapter.
    let source = material.path("source.mkv")
    try material.ffmpeg(
      "-i", pan, "-f", "lavfi", "-i", "sine=440:d=0.5", "-f", "lavfi", "-i", "sine=880:d=0.5", "-i",
      material.path("words.srt"), "-i", material.path("chapters"), "-map", "0:v", "-map", "1:a", "-map", "2:a", "-map",
      "3:s", "-map_chapters", "4", "-map_metadata", "4", "-metadata:s:a:1", "language=fra", "-vf",
      "setpts='PTS+floor(mod(N,3))*0.01/TB',setsar=4/3", "-fps_mode", "passthrough", "-enc_time_base", "-1", "-c:a",
      "libopus", "-c:s", "srt",
      source)
    let result = material.path("result.mkv")
    let outcome = try material.run("apply-effect", "sticker", source, "-o", result, "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("\"framesDrawn\" : 12"), "\(outcome.output)")
    #expect(try material.times(of: result) == material.times(of: source))
    #expect(try material.times(of: result).count == 12)
    for stream in ["0:a:0", "0:a:1", "0:s:0"] {
      #expect(try material.packets(stream, of: result) == material.packets(stream, of: source), "\(stream)")
    }
    let entries = "stream=codec_name,sample_aspect_ratio:stream_tags=language:format_tags=title:chapter_tags=title"
    let facts = try material.ffprobe("-show_chapters", "-show_entries", entries, of: result)
    #expect(facts == (try material.ffprobe("-show_chapters", "-show_entries", entries, of: source)))
    #expect(facts.contains { $0.contains("Left") } && facts.contains { $0.contains("4:3") })
  }

  @Test func `an effect of strength 0 changes nothing but the coding`() throws {
    // Noise in all planes: many of its colours are none of RGB.
    let source = material.path("noise.mkv")
    try material.ffmpeg(
      "-f", "lavfi", "-i", "color=gray:s=322x242:r=25:d=0.2,format=yuv420p,noise=alls=100:allf=t", "-c:v", "libx264",
      "-qp", "0", source)
    for effect in ["blur-background", "sticker"] {
      let result = material.path("same-\(effect).mkv")
      let outcome = try material.run(
        "apply-effect", effect, "--set", "strength=0", source, "-o", result, "--rate-factor", "0")
      #expect(outcome.status == 0, "\(outcome.errors)")
      let psnr = try material.ffmpeg("-i", source, "-i", result, "-lavfi", "psnr=stats_file=-", "-f", "null", "-")
      let lines = psnr.split(separator: "\n")
      #expect(lines.count == 5)
      for line in lines { #expect(line.contains("mse_avg:0.00 "), "\(line)") }
    }
  }

  @Test func `samples outside effects are kept`() throws {
    let pan = try material.pan(5)
    let result = material.path("sticker.mkv")
    let outcome = try material.run("apply-effect", "sticker", pan, "-o", result, "--rate-factor", "0")
    #expect(outcome.status == 0, "\(outcome.errors)")
    // The corner is far from the face.
    let crop = "crop=iw:64:0:0"
    let psnr = try material.ffmpeg(
      "-i", pan, "-i", result, "-lavfi", "[0]\(crop)[a];[1]\(crop)[b];[a][b]psnr=stats_file=-", "-f", "null", "-")
    for line in psnr.split(separator: "\n") { #expect(line.contains("mse_avg:0.00 "), "\(line)") }
  }

  @Test func `without changes the pictures are copied, on request`() throws {
    let source = material.path("bars.mp4")
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc=s=320x240:r=25:d=0.4", "-f", "lavfi", "-i", "sine=440:d=0.4", "-c:v", "libx264",
      source)
    let result = material.path("same.mp4")
    let outcome = try material.run("apply-effect", "hide-faces", source, "-o", result, "--copy-unchanged")
    #expect(outcome.status == 0, "\(outcome.errors)")
    for stream in ["0:v", "0:a"] {
      #expect(try material.packets(stream, of: result) == material.packets(stream, of: source))
    }
    let coded = try material.run("apply-effect", "hide-faces", source, "-o", material.path("coded.mp4"))
    #expect(coded.status == 0, "\(coded.errors)")
    #expect(try material.packets("0:v", of: material.path("coded.mp4")) != material.packets("0:v", of: source))
  }

  @Test func `a cover picture is left out if faces are hidden`() throws {
    let pan = try material.pan(3)
    try AstronautPan.write(to: URL(filePath: material.path("cover.png")))
    let source = material.path("covered.mp4")
    try material.ffmpeg(
      "-i", pan, "-i", material.path("cover.png"), "-map", "0", "-map", "1", "-c", "copy", "-disposition:v:1",
      "attached_pic", source)
    for (effect, count) in [("sticker", 2), ("hide-faces", 1)] {
      let result = material.path("\(effect).mp4")
      let outcome = try material.run("apply-effect", effect, source, "-o", result)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try material.ffprobe("-select_streams", "v", "-show_entries", "stream=index", of: result).count == count)
      #expect(outcome.errors.contains("cover pictures") == (count == 1))
    }
  }

  @Test func `a movie of one frame equals the photo, in every pixel without coding`() throws {
    let (folder, photo) = (material.path("one"), material.path("one/astronaut.png"))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try AstronautPan.write(to: URL(filePath: photo))
    let (still, movie, frame) = (material.path("still.png"), material.path("movie.mkv"), material.path("frame.png"))
    let effects =
      TestScale.isFull ? EffectRegistry.all.map { $0.name } : ["sticker", "hair-color"]
    // The last one's still is compared with a coded frame below.
    for effect in effects {
      let one = try material.run("apply-effect", effect, photo, "-o", still, "--overwrite")
      #expect(one.status == 0, "\(one.errors)")
      let other = try material.run("apply-effect", effect, folder, "-o", material.path(effect) + "/")
      #expect(other.status == 0, "\(other.errors)")
      let pictures = try [still, material.path("\(effect)/000001.png")].map {
        try Photo(contentsOf: URL(filePath: $0)).pixels.converted(to8Bit: .rgba8).bytes
      }
      let isSame = pictures[0] == pictures[1]
      #expect(isSame, "\(effect)")
    }
    let coded = try material.run("apply-effect", #require(effects.last), photo, "-o", movie, "--rate-factor", "4")
    #expect(coded.status == 0, "\(coded.errors)")
    try material.ffmpeg("-i", movie, frame)
    let psnr = try material.ffmpeg("-i", still, "-i", frame, "-lavfi", "psnr=stats_file=-", "-f", "null", "-")
    // Chroma of half the size alone takes it to 38 dB.
    #expect((Double(psnr.firstMatch(of: /psnr_avg:([0-9.]+)/)?.1 ?? "0") ?? 0) > 36, "\(psnr)")
  }

  @Test func `mattes of a movie are gray movies, or pictures, of half the size`() throws {
    let pan = try material.pan(4)
    let outcome = try material.run(
      "mattes", pan, "--kinds", "portrait,hair", "--matte-quality", "fast", "--format", "mkv", "--lossless", "-o",
      material.path("mattes"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    for kind in ["portrait", "hair"] {
      let file = material.path("mattes/pan.\(kind).mkv")
      #expect(try material.ffprobe("-show_entries", "stream=width,height,pix_fmt", of: file) == ["160,120,gray"])
      #expect(try material.times(of: file) == material.times(of: pan))
    }
    let pictures = try material.run(
      "mattes", pan, "--kinds", "portrait", "--matte-quality", "fast", "--format", "png", "-o",
      material.path("pictures"))
    #expect(pictures.status == 0, "\(pictures.errors)")
    for number in 1...4 {
      let picture = try Photo(contentsOf: URL(filePath: material.path("pictures/portrait/00000\(number).png")))
      #expect(picture.pixels.size == PixelSize(width: 160, height: 120))
      #expect(picture.pixels.bytes.contains { $0 > 200 } && picture.pixels.bytes.contains { $0 < 20 })
    }
  }

  @Test func `a movie with non-square pixels fits a size by its display aspect`() throws {
    let (wide, result) = (material.path("wide.mkv"), material.path("small.mkv"))
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=180x144:r=25:d=0.04,setsar=4/3", "-c:v", "ffv1", wide)
    let outcome = try MatteTool.run(
      MatteTool.executable, ["apply-effect", "hide-codes", wide, "-o", result, "--size", "200x144"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    // 240 pixels wide as it is shown, and 200 then.
    let shape = try material.ffprobe("-show_entries", "stream=width,height,sample_aspect_ratio", of: result)
    #expect(shape == ["150,120,4:3"])
  }

  @Test func `pixels keep their shape through pipes and overlays, also in turned movies`() throws {
    let (wide, turned) = (material.path("wide.mp4"), material.path("turned.mp4"))
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:d=0.2", "-vf", "setsar=16/11", "-c:v", "libx264", wide)
    try material.ffmpeg("-i", wide, "-c", "copy", "-metadata:s:v:0", "rotate=90", turned)
    for (movie, shape) in [(wide, "16:11"), (turned, "11:16")] {
      let stream = try RunningTool(["apply-effect", "hide-codes", movie, "-o", "-"]).finish()
      let header = String(decoding: stream.output.prefix { $0 != 10 }, as: UTF8.self)
      #expect(stream.status == 0 && header.contains(" A\(shape) "), "\(header) \(stream.errors)")
      let (back, overlay) = (material.path("back.mp4"), material.path("overlay.mp4"))
      let piped = try RunningTool(["apply-effect", "hide-codes", "-", "-o", back, "--overwrite"], input: stream.output)
      #expect(try piped.finish().status == 0)
      #expect(try MatteTool.run("track", movie, "-o", overlay, "--overwrite").status == 0)
      for file in [back, overlay] {
        #expect(try material.ffprobe("-show_entries", "stream=sample_aspect_ratio", of: file) == [shape], "\(file)")
      }
    }
    let fields = Data("YUV4MPEG2 W16 H16 F25:1 It A1:1 C420jpeg\n".utf8)
    let refused = try RunningTool(["apply-effect", "hide-codes", "-", "-o", "-"], input: fields).finish()
    #expect(refused.status == 65 && refused.errors.contains("interlaced"), "\(refused.errors)")
  }

  @Test func `pictures of a longer movie are removed when a shorter one replaces it`() throws {
    let clip = material.path("clip.mkv")
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.4", clip)
    let folder = material.path("pictures") + "/"
    #expect(try material.run("apply-effect", "hide-codes", clip, "-o", folder).status == 0)
    try Data().write(to: URL(filePath: folder + "notes.png"))
    #expect(
      try material.run("apply-effect", "hide-codes", clip, "-o", folder, "--to", "0.16", "--overwrite").status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(names) == ["000001.png", "000002.png", "000003.png", "000004.png", "notes.png"])
  }

  @Test func `a preset names a movie beside it as the background, for movies alone`() throws {
    let pan = try material.pan(4)
    try material.ffmpeg("-f", "lavfi", "-i", "color=red:s=320x240:r=10:d=0.2", material.path("red.mp4"))
    try #"{"version": 1, "effects": [{"effect": "replace-background", "settings": {"picture": "red.mp4"}}]}"#.write(
      toFile: material.path("red.json"), atomically: true, encoding: .utf8)
    let outcome = try material.run(
      "apply-effect", material.path("red.json"), pan, "-o", material.path("red.mkv"), "--matte-quality", "fast")
    #expect(outcome.status == 0, "\(outcome.errors)")
    try material.ffmpeg("-i", material.path("red.mkv"), "-frames:v", "1", material.path("first.png"))
    let pixels = try Photo(contentsOf: URL(filePath: material.path("first.png"))).pixels.converted(to8Bit: .rgba8)
    let bytes = pixels.bytes
    let red = stride(from: 0, to: bytes.count, by: 4).count {
      bytes[$0] > 180 && max(bytes[$0 + 1], bytes[$0 + 2]) < 60
    }
    #expect(red > pixels.size.area / 8)
    let refused = try material.run(
      "apply-effect", material.path("red.json"), Samples.astronaut, "-o", material.path("red.png"))
    #expect(refused.status != 0 && refused.errors.contains("red.mp4"), "\(refused.errors)")
  }

  @Test func `a pipe goes in and out, and pictures too`() throws {
    let pan = try material.pan(4)
    let shell = URL(filePath: "/bin/sh")
    let tool = MatteTool.executable.path
    try material.ffmpeg("-i", pan, "-pix_fmt", "yuv420p", material.path("pan.y4m"))
    let piped = try MatteTool.run(
      shell,
      ["-c", "'\(tool)' apply-effect sticker - -o - <'\(material.path("pan.y4m"))' >'\(material.path("out.y4m"))'"])
    #expect(piped.status == 0, "\(piped.errors)")
    #expect(
      try material.ffprobe("-count_frames", "-show_entries", "stream=nb_read_frames", of: material.path("out.y4m")) == [
        "4"
      ])
    let pictures = try material.run("apply-effect", "sticker", pan, "-o", material.path("pictures") + "/")
    #expect(pictures.status == 0, "\(pictures.errors)")
    let back = try material.run(
      "apply-effect", "sticker", material.path("pictures/*.png"), "-o", material.path("back.webm"))
    #expect(back.status == 0, "\(back.errors)")
    #expect(try material.times(of: material.path("back.webm")).count == 4)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an interrupt ends a movie after the current frame, and it is complete`(signal: Int32) throws {
    let pan = try material.pan(40)
    try material.ffmpeg(
      "-stream_loop", "20", "-i", pan, "-f", "lavfi", "-i", "sine=d=33", "-c:v", "copy", "-c:a", "aac",
      material.path("long.mkv"))
    let result = material.path("short.mp4")
    // So many bytes a frame that the movie soon grows.
    let tool = try RunningTool([
      "apply-effect", "blur-background", material.path("long.mkv"), "-o", result, "--progress", "plain",
      "--matte-quality",
      "fast", "--rate-factor", "1",
    ])
    // The first line of progress comes after ten seconds; the movie grows earlier.
    #expect(
      tool.wait { TestScale.isFull ? tool.errorText.contains("frame ") : tool.unnamedBytes > 100_000 },
      "\(tool.errorText)")
    tool.send(signal)
    let end = try tool.finish()
    #expect(end.status == 130, "\(end.errors)")
    let count = try material.times(of: result).count
    #expect((10..<800).contains(count), "\(count)")
    // Sound ends with the frames.
    let lengths = try material.ffprobe("-show_entries", "stream=duration", of: result).compactMap(Double.init)
    #expect(lengths.count == 2 && lengths.allSatisfy { abs($0 - Double(count) / 25) < 0.2 }, "\(lengths) \(count)")
    #expect(material.names == ["pan.mkv", "long.mkv", "short.mp4"])
  }

  @Test func `a movie does not replace its source`() throws {
    let pan = try material.pan(3)
    let before = try Data(contentsOf: URL(filePath: pan))
    for more in [[], ["--overwrite"]] {
      let refused = try MatteTool.run(MatteTool.executable, ["apply-effect", "sticker", pan, "-o", pan] + more)
      #expect(refused.status == 73, "\(refused.errors)")
    }
    #expect(try Data(contentsOf: URL(filePath: pan)) == before)
    #expect(material.names == ["pan.mkv"])
  }
}
