import FoundationEssentials
import Glibc
import MatteKit
import Support
import Testing

/// Slow motion, read back by ffprobe and ffmpeg.
@Suite(.enabled(if: OtherReaders.ffmpeg != nil && OtherReaders.ffprobe != nil))
struct RetimeCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func ffmpeg(_ arguments: [String]) throws {
    let program = try #require(OtherReaders.ffmpeg)
    let outcome = try MatteTool.run(program, ["-v", "error", "-y"] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  /// Four seconds at 29.97 a second with pictures that are not coded in the order of showing; a tone from 2 to 3.5 s.
  private func film(_ name: String = "film.mp4", isSilent: Bool = false) throws -> String {
    let file = folder.file(name)
    try ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=30000/1001:duration=4", "-f", "lavfi", "-i",
        "aevalsrc='0.5*sin(2*PI*440*t)*between(t,2,3.5)':sample_rate=48000:duration=4", "-c:v", "libx264", "-bf", "2",
        "-pix_fmt", "yuv420p", "-c:a", "aac",
      ] + (isSilent ? ["-an", file] : [file]))
    return file
  }

  private func retime(_ input: String, to output: String) throws -> MatteTool.Outcome {
    try MatteTool.run("retime", input, "--rate", "2", "--constant-rate", "25", "-o", output)
  }

  @Test func `fields of interlaced pictures are not combined to frames`() throws {
    let file = folder.file("fields.mp4")
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=0.4", "-c:v", "libx264", "-flags", "+ilme+ildct", "-x264-params",
      "tff=1", file,
    ])
    let outcome = try retime(file, to: folder.file("out.mp4"))
    #expect(outcome.status == 65 && outcome.errors.contains("interlaced"), "\(outcome.errors)")
  }

  @Test(arguments: ["0", "1.5"])
  func `parts may have decimal bounds, whatever the movie's time unit`(offset: String) throws {
    // 1/12288 s, which is FFmpeg's for 24 pictures a second.
    let file = folder.file("film.mp4")
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=24:d=1", "-c:v", "libx264", "-bf", "0", "-output_ts_offset", offset,
      file,
    ])
    let output = folder.file("slow.mp4")
    let outcome = try MatteTool.run("retime", file, "--rate", "0.5", "--range", "0.2-0.6", "-o", output)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    let times = try packets(output).map(\.time.seconds)
    let start = times.first ?? 0
    for (number, time) in times.enumerated() {
      let before = Double(number) / 24
      let expected = before + min(max(before - 0.2, 0), 0.4)
      #expect(abs(time - start - expected) < 1e-3, "\(number)")
    }
    #expect(times.count == 24)
  }

  @Test(arguments: ["-", "out", "out.avi", "/dev/full"])
  func `an output whose name is no movie's is refused before the film is read`(output: String) throws {
    let outcome = try MatteTool.run("retime", "none.mp4", "--rate", "2", "-o", output)
    #expect(
      outcome.status == 64 && outcome.errors.contains("\(output): the output's name must end in .mp4"), "\(outcome)")
  }

  @Test func `a part behind the end is refused`() throws {
    let output = folder.file("out.mp4")
    let outcome = try MatteTool.run(
      MatteTool.executable,
      ["retime", film(isSilent: true), "--rate", "2", "--range", "1-2", "--range", "5-6", "-o", output])
    #expect(outcome.status == 64 && outcome.errors.contains("s long; no part of it begins at 5.0 s"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test(arguments: ["2", "1/2", "7/3"])
  func `reordered pictures of Matroska, the first without decoding times, go into MP4 at another rate`(
    rate: String
  ) throws {
    let (source, output) = (try film("film.mkv", isSilent: true), folder.file("other.mp4"))
    let outcome = try MatteTool.run("retime", source, "--rate", rate, "-o", output)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    let parts = rate.split(separator: "/").compactMap { Double($0) }
    let factor = parts[0] / (parts.count > 1 ? parts[1] : 1)
    let (before, after) = (
      try packets(source).map(\.time.seconds).sorted(), try packets(output).map(\.time.seconds).sorted()
    )
    #expect(before.count == 120 && after.count == 120)
    for (time, other) in zip(before, after) {
      #expect(abs((time - before[0]) / factor - (other - after[0])) < 2e-3, "\(time)")
    }
  }

  @Test(arguments: [
    ("1/32", "", 128.128), ("1/4", "", 16.016), ("2", "", 2.002), ("1/4", "3-", 7.016), ("1/4", "1-2", 7.004),
  ])
  func `the stated length of the video covers all pictures, also reordered ones`(
    rate: String, range: String, seconds: Double
  ) throws {
    let output = folder.file("result.mp4")
    let outcome = try MatteTool.run(
      MatteTool.executable,
      ["retime", film(isSilent: true), "--rate", rate, "-o", output] + (range.isEmpty ? [] : ["--range", range]))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let program = try #require(OtherReaders.ffprobe)
    let stated = try MatteTool.run(
      program, ["-v", "error", "-select_streams", "v", "-show_entries", "stream=duration", "-of", "csv=p=0", output])
    let length = try #require(Double(stated.output.split(separator: "\n").first ?? ""))
    #expect(abs(length - seconds) < 0.002, "\(stated)")
    // The last picture can be had, to its end.
    let part = try MatteTool.run(
      "apply-effect", "hide-codes", output, "-o", folder.file("end.mp4"), "--from", "\(seconds - 0.01)")
    #expect(part.status == 0, "\(part.errors)")
  }

  @Test func `the video ends with its pictures, not with longer sound`() throws {
    let file = folder.file("long-sound.mkv")
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.4", "-f", "lavfi", "-i", "sine=d=3", "-c:v", "libx264", "-c:a",
      "flac", file,
    ])
    let output = folder.file("fast.mkv")
    #expect(try retime(file, to: output).status == 0)
    #expect(try packets(output).count == 5)
  }

  @Test func `high dynamic range is kept, with its mastering metadata`() throws {
    let file = folder.file("hdr.mp4")
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=0.2", "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-tag:v",
      "hvc1", "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc", "-x265-params",
      "log-level=error:hdr10=1:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1):max-cll=1000,400",
      file,
    ])
    let output = folder.file("out.mp4")
    let outcome = try retime(file, to: output)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let video = try VideoFile(contentsOf: URL(filePath: output)).format
    #expect(video.codec == "hevc" && video.color.transferFunction == 16 && video.bitsPerComponent == 10)
    let program = try #require(OtherReaders.ffprobe)
    func levels(_ file: String) throws -> [Substring] {
      try MatteTool.run(program, ["-v", "error", "-show_entries", "stream_side_data=max_content,max_luminance", file])
        .output.split(separator: "\n").filter { $0.contains("max_") }
    }
    #expect(try levels(output) == levels(file))
  }

  @Test func `side surround sound has a layout that players know`() throws {
    let file = folder.file("sides.mkv")
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.4", "-f", "lavfi", "-i",
      "aevalsrc=0|0|0|0|0|0:d=0.4:c=5.1(side)", "-c:v", "libx264", "-c:a", "ac3", file,
    ])
    let output = folder.file("slow.mp4")
    #expect(try MatteTool.run("retime", file, "--rate", "0.5", "-o", output).status == 0)
    let program = try #require(OtherReaders.ffprobe)
    let layout = try MatteTool.run(
      program, ["-v", "error", "-select_streams", "a", "-show_entries", "stream=channel_layout", output])
    #expect(layout.output.contains("channel_layout=5.1"), "\(layout.output)")
  }

  private struct Packet: Equatable {
    /// In seconds, as a fraction.
    let time: MediaTime
    let hash: String
  }

  /// The packets of pictures in the order of showing.
  private func packets(_ file: String) throws -> [Packet] {
    let program = try #require(OtherReaders.ffprobe)
    func lines(_ arguments: [String]) throws -> [[String: String]] {
      let outcome = try MatteTool.run(
        program, ["-v", "error", "-select_streams", "v", "-of", "compact=p=0"] + arguments + [file])
      #expect(outcome.errors.isEmpty, "\(outcome.errors)")
      return outcome.output.split(separator: "\n").map { line in
        Dictionary(
          line.split(separator: "|").compactMap { field -> (String, String)? in
            let parts = field.split(separator: "=", maxSplits: 1).map(String.init)
            return parts.count == 2 ? (parts[0], parts[1]) : nil
          }, uniquingKeysWith: { first, _ in first })
      }
    }
    let base = try #require(try lines(["-show_entries", "stream=time_base"]).first?["time_base"])
    let timescale = try #require(Int32(base.split(separator: "/")[1]))
    let fields = try lines([
      "-show_packets", "-show_data_hash", "MD5", "-show_entries", "packet=pts,data_hash",
    ])
    return try fields.filter { $0["pts"] != nil }.map { fields in
      let time = try #require(fields["pts"].flatMap(Int64.init))
      return Packet(
        time: MediaTime(value: time, timescale: timescale), hash: try #require(fields["data_hash"]))
    }.sorted { $0.time < $1.time }
  }

  /// How long a movie is, in seconds.
  private func duration(_ file: String) throws -> Double {
    let outcome = try MatteTool.run(
      #require(OtherReaders.ffprobe), ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", file])
    return try #require(Double(outcome.output.prefix { $0 != "\n" }))
  }

  /// The sound as ffmpeg decodes it, at 48,000 samples a second.
  private func sound(_ file: String) throws -> [Float] {
    let raw = folder.file("sound.raw")
    let start = try MatteTool.run(
      #require(OtherReaders.ffprobe),
      ["-v", "error", "-select_streams", "a", "-show_entries", "stream=start_time", "-of", "csv=p=0", file])
    // Sound before zero is not played; Opus states how much of it the decoder drops.
    let first = try #require(Double(start.output.prefix { $0 != "\n" }))
    let early = file.hasSuffix("webm") ? 0 : max(0, -first)
    try ffmpeg([
      "-i", file, "-af", "atrim=start_sample=\(Int((early * 48_000).rounded()))", "-ac", "1", "-ar", "48000", "-f",
      "f32le", raw,
    ])
    return try Data(contentsOf: URL(filePath: raw)).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  /// The times at which the tone is audible, in seconds.
  private func tone(_ samples: [Float]) -> ClosedRange<Double> {
    let first = samples.firstIndex { abs($0) > 0.1 } ?? 0
    let last = samples.lastIndex { abs($0) > 0.1 } ?? 0
    return Double(first) / 48_000...Double(last) / 48_000
  }

  /// Its frequency from one second to another, by the times at which it rises through zero.
  private func frequency(_ samples: [Float], _ seconds: ClosedRange<Double>) -> Double {
    let part = samples[Int(seconds.lowerBound * 48_000)..<Int(seconds.upperBound * 48_000)]
    let rises = part.indices.dropLast().filter { (index: Int) -> Bool in part[index] < 0 && part[index + 1] >= 0 }
    guard let first = rises.first, let last = rises.last, last > first else { return 0 }
    return Double(rises.count - 1) * 48_000 / Double(last - first)
  }

  private func retime(_ arguments: String...) throws {
    let outcome = try MatteTool.run(MatteTool.executable, ["retime"] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func `statement 7.1: a range of time takes as long as its rate says, to the unit`() throws {
    let film = try film(isSilent: true)
    let before = try packets(film)
    let length = try duration(film)
    for (range, rate, name) in [("1-2.5", "0.25", "a.mp4"), ("0.75-3", "3", "b.mov"), ("1-", "5/7", "c.mp4")] {
      let file = folder.file(name)
      try retime(film, "-o", file, "--range", range, "--rate", rate)
      let after = try packets(file)
      let edges = range.split(separator: "-").map { MediaTime(value: Int64(Double($0)! * 100), timescale: 100) }
      let scaling = TimeScaling(
        start: edges[0], end: edges.count > 1 ? edges[1] : nil, rate: try #require(PlaybackRate(rate)))
      let retiming = MovieRetiming([scaling])
      #expect(after.map(\.time) == before.map { retiming.time(of: $0.time) }, "\(name)")
      // The total changes by (1/rate - 1) of the range; ffprobe rounds to a millionth.
      let part = (scaling.end?.seconds ?? length) - scaling.start.seconds
      let change = part * (1 / scaling.rate.value - 1)
      #expect(abs(try duration(file) - length - change) < 1.1e-6, "\(name)")
    }
  }

  @Test func `statement 7.2: no picture is coded again`() throws {
    let film = try film()
    let before = try packets(film)
    for name in ["a.mp4", "a.mov", "a.mkv"] {
      try retime(film, "-o", folder.file(name), "--range", "1-2", "--range", "3-4", "--rate", "0.5", "--rate", "2")
      #expect(try packets(folder.file(name)).map(\.hash) == before.map(\.hash), "\(name)")
    }
    let decoded = try MatteTool.run(
      #require(OtherReaders.ffprobe),
      [
        "-v", "error", "-select_streams", "v", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of",
        "csv=p=0",
        folder.file("a.mp4"),
      ])
    #expect(decoded.errors.isEmpty && decoded.output == "\(before.count)\n", "\(decoded.errors) \(decoded.output)")
  }

  @Test func `statement 7.3: at a constant rate the last picture at or before each moment is shown`() async throws {
    let film = folder.url.appending(path: "film.mov")
    let writer = try MovieWriter(url: film, settings: MovieSettings(timescale: 600))
    let times: [Int64] = [0, 20, 41, 60, 180, 200, 201, 202, 260, 300]
    for (index, time) in times.enumerated() {
      let pixels = PixelBuffer(size: PixelSize(width: 64, height: 48), format: .rgba8) { bytes in
        bytes.initializeMemory(as: UInt8.self, repeating: UInt8(20 * index + 20))
      }
      try writer.write(Frame(pixels: pixels, time: MediaTime(value: time, timescale: 600)))
    }
    try writer.finish()
    for (constant, rate) in [
      ("30", MediaTime(value: 1, timescale: 30)), ("24000/1001", MediaTime(value: 1001, timescale: 24_000)),
    ] {
      let file = folder.file("constant.mp4")
      try retime(
        film.path, "-o", file, "--range", "0.1-0.4", "--rate", "0.25", "--constant-rate", constant, "--overwrite")
      let retiming = MovieRetiming([
        TimeScaling(
          start: MediaTime(value: 1, timescale: 10), end: MediaTime(value: 4, timescale: 10),
          rate: PlaybackRate(numerator: 1, denominator: 4))
      ])
      let shown = times.map { retiming.time(of: MediaTime(value: $0, timescale: 600)) }
      var (count, numbers, expected): (Int64, [Int], [Int]) = (0, [], [])
      for try await frame in try VideoFile(contentsOf: URL(filePath: file)).frames {
        #expect(frame.time == rate * count)
        numbers.append(Int((Double(frame.pixels.bytes[0]) / 20).rounded()) - 1)
        expected.append(shown.lastIndex { $0 <= rate * count } ?? -1)
        count += 1
      }
      #expect(numbers == expected)
      let packets = try packets(file)
      #expect(
        zip(packets, packets.dropFirst()).allSatisfy { $1.time - $0.time == rate } && packets.count == numbers.count)
      // Up to the end: the last picture's moment is among them.
      #expect(rate * count > (try #require(shown.last)))
    }
  }

  @Test(arguments: TestScale.some(2, of: ["a.mp4", "a.mkv", "a.webm"]))
  func `statement 7.4: sound stays with the pictures, and keeps its pitch or varies it`(name: String) throws {
    // WebM holds no H.264: pictures are coded again.
    let constant = name.hasSuffix("webm") ? ["--constant-rate", "10"] : []
    let film = try film()
    let before = tone(try sound(film))
    #expect(abs(before.lowerBound - 2) < 0.005 && abs(before.upperBound - 3.5) < 0.005)
    for (pitch, expected) in [("spectral", 440.0), ("time-domain", 440), ("varispeed", 110)] {
      let file = folder.file(name)
      let outcome = try MatteTool.run(
        MatteTool.executable,
        ["retime", film, "-o", file, "--range", "1-3", "--rate", "0.25", "--pitch", pitch, "--overwrite"] + constant)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let samples = try sound(file)
      let after = tone(samples)
      // It begins within the slow part, and ends behind it.
      #expect(abs(after.lowerBound - 5) < 0.05 && abs(after.upperBound - 9.5) < 0.006, "\(pitch): \(after)")
      #expect(abs(frequency(samples, 5.5...8.5) - expected) < expected / 200, "\(pitch)")
      #expect(abs(frequency(samples, 9.05...9.45) - 440) < 2)
      #expect(abs(Double(samples.count) / 48_000 - 10) < 0.05)
    }
  }

  @Test func `an interrupt keeps the movie that was to be replaced`() throws {
    let film = try film(isSilent: true)
    let output = try folder.file("out.mp4", Array("an older one".utf8)).path
    let tool = try RunningTool(
      ["retime", film, "-o", output, "--rate", "1/32", "--constant-rate", "240", "--overwrite"])
    #expect(tool.wait { tool.unnamedBytes > 0 }, "\(tool.errorText)")
    tool.send(SIGINT)
    let ended = try tool.finish()
    #expect(ended.status == 130 && ended.errors.contains("out.mp4: interrupted"), "\(ended.errors)")
    #expect(try Data(contentsOf: URL(filePath: output)) == Data("an older one".utf8))
    #expect(folder.contents == ["film.mp4", "out.mp4"])
  }

  @Test func `an interrupt at any moment of the start keeps the movie that was to be replaced`() throws {
    let film = try film(isSilent: true)
    let output = try folder.file("out.mp4", Array("an older one".utf8)).path
    for delay in TestScale.some(10, of: Array(0..<40)) {
      let tool = try RunningTool(
        ["retime", film, "-o", output, "--rate", "1/32", "--constant-rate", "240", "--overwrite"])
      usleep(useconds_t(delay * 4_000))
      tool.send(SIGINT)
      let ended = try tool.finish()
      // Before signals are handled, their default action ends the process.
      #expect([-SIGINT, 130].contains(ended.status), "after \(delay * 4) ms: \(ended)")
      #expect(try Data(contentsOf: URL(filePath: output)) == Data("an older one".utf8))
    }
    #expect(folder.contents == ["film.mp4", "out.mp4"])
  }

  @Test func `on one processor too, an interrupt ends the work before the movie is replaced`() throws {
    let (short, film) = (folder.file("short.mp4"), folder.file("film.mp4"))
    try ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=4", "-c:v", "libx264", short])
    try ffmpeg(["-stream_loop", "1000", "-i", short, "-c", "copy", film])
    let output = try folder.file("out.mp4", Array("an older one".utf8)).path
    let tool = try RunningTool(
      ["retime", film, "-o", output, "--rate", "1/2", "--overwrite"], isOnOneProcessor: true)
    #expect(tool.wait { tool.unnamedBytes > 0 }, "\(tool.errorText)")
    tool.send(SIGINT)
    let ended = try tool.finish()
    #expect(ended.status == 130 && ended.errors.contains("out.mp4: interrupted"), "\(ended.errors)")
    #expect(try Data(contentsOf: URL(filePath: output)) == Data("an older one".utf8))
  }

  @Test func `streams that begin late in a transport stream are left out`() throws {
    let (first, second) = (folder.file("first.ts"), folder.file("second.ts"))
    let picture = ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=12"]
    // Longer than the part that is probed for streams.
    try ffmpeg(picture + ["-c:v", "libx264", "-muxrate", "8M", first])
    let tones = (0..<6).flatMap { ["-f", "lavfi", "-i", "sine=\(200 + 100 * $0):duration=12"] }
    let maps = (0...6).flatMap { ["-map", "\($0)"] }
    try ffmpeg(picture + tones + maps + ["-c:v", "libx264", "-output_ts_offset", "12", second])
    let joined = try Data(contentsOf: URL(filePath: first)) + Data(contentsOf: URL(filePath: second))
    try joined.write(to: URL(filePath: folder.file("joined.ts")))
    try retime(folder.file("joined.ts"), "-o", folder.file("out.mkv"), "--rate", "2")
    let probe = try MatteTool.run(
      #require(OtherReaders.ffprobe),
      ["-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", folder.file("out.mkv")])
    #expect(probe.output == "video\n", "\(probe.output)")
    // Those of a broadcast begin anywhere; here they begin at zero.
    #expect(abs(try duration(folder.file("out.mkv")) - 12) < 0.2)
  }

  @Test func `unsupported retiming ends with one line and leaves nothing`() throws {
    let film = try film()
    let text = try folder.file("text.mp4", Array("no film".utf8)).path
    let output = folder.file("out.mp4")
    let cases: [([String], Int32, String)] = [
      ([film, "--rate", "0"], 64, "--rate"), ([film, "--rate", "33"], 64, "1/32 to 32"),
      ([film, "--range", "2-1", "--rate", "2"], 64, "--range"),
      ([film, "--range", "0-2", "--range", "1-3", "--rate", "2"], 64, "none overlaps"),
      ([film, "--range", "0-2", "--rate", "2", "--rate", "3"], 64, "one --rate"), ([film], 64, "--rate"),
      (["missing.mp4", "--rate", "2"], 65, "missing.mp4: cannot be read"), ([text, "--rate", "2"], 65, "not a video"),
    ]
    for (arguments, status, words) in cases {
      let outcome = try MatteTool.run(MatteTool.executable, ["retime"] + arguments + ["-o", output])
      #expect(outcome.status == status && outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
    }
    let own = try MatteTool.run("retime", film, "-o", film, "--rate", "2", "--overwrite")
    #expect(own.status == 73 && own.errors.contains("it is the file that is read"))
    let captured = try MatteTool.run("capture", film, "-o", film, "--overwrite")
    #expect(captured.status == 73 && captured.errors.contains("it is the file that is read"))
    try Data().write(to: URL(filePath: output))
    let existing = try MatteTool.run("retime", film, "-o", output, "--rate", "2")
    #expect(existing.status == 73 && existing.errors.contains("it exists already"))
    try FileManager.default.removeItem(atPath: output)
    let unheld = try MatteTool.run("retime", film, "-o", folder.file("out.webm"), "--rate", "2")
    #expect(unheld.status == 65 && unheld.errors.contains("its video is h264"), "\(unheld.errors)")
    #expect(folder.contents == ["film.mp4", "text.mp4"])
  }
}
