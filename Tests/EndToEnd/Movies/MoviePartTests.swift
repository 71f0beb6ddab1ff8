import Foundation
import Support
import Testing

/// Parts of movies, whose times count from the first frame.
@Suite struct MoviePartTests {
  private let material: MovieMaterial

  init() throws { material = try MovieMaterial() }

  @Test func `a part of a movie, made smaller, begins at zero`() throws {
    let pan = try material.pan(12)
    let result = material.path("part.mp4")
    let outcome = try material.run(
      "apply-effect", "sticker", pan, "-o", result, "--from", "0.2", "--to", "0.4", "--size", "160x160")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let times = try material.times(of: result).compactMap(Double.init)
    #expect(times.count == 5)
    #expect(abs((times.first ?? 1)) < 1e-6 && abs((times.last ?? 0) - 0.16) < 1e-6)
    #expect(try material.ffprobe("-show_entries", "stream=width,height", of: result) == ["160,120"])
  }

  @Test func `times of a part count from the first frame, also where a movie does not begin at zero`() throws {
    let pan = try material.pan(12)
    let source = material.path("late.ts")
    try material.ffmpeg("-i", pan, "-c", "copy", "-output_ts_offset", "100", source)
    let result = material.path("part.mkv")
    let outcome = try material.run("apply-effect", "sticker", source, "-o", result, "--from", "0.2", "--to", "0.4")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try material.times(of: result).compactMap(Double.init).map { ($0 * 100).rounded() } == [0, 4, 8, 12, 16])
  }

  @Test(arguments: ["mkv", "webm", "nut"])
  func `the last frame of a movie that begins late lasts no longer than in the movie`(kind: String) throws {
    let (early, late) = (material.path("early.\(kind)"), material.path("late.\(kind)"))
    let codec = kind == "webm" ? "libvpx" : "mpeg4"
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.6", "-c:v", codec, early)
    try material.ffmpeg("-itsoffset", "5", "-i", early, "-c", "copy", "-copyts", late)
    let result = material.path("result.mp4")
    for (arguments, length) in [
      (["apply-effect", "hide-codes", late], 0.6), (["apply-effect", "hide-codes", late, "--from", "0.2"], 0.4),
      (["track", late], 0.6), (["retime", late, "--rate", "2", "--constant-rate", "25"], 0.3),
    ] {
      let outcome = try MatteTool.run(MatteTool.executable, arguments + ["-o", result, "--overwrite"])
      #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
      let times = try material.ffprobe("-show_entries", "stream=start_time,duration", of: result)
        .flatMap { $0.split(separator: ",") }.compactMap { Double($0) }
      #expect(times.count == 2 && abs((times.last ?? 0) - length) < 0.05, "\(arguments): \(times)")
    }
    let none = try MatteTool.run("apply-effect", "hide-codes", late, "-o", material.path("none.mp4"), "--from", "3")
    // NUT does not say how long the last frame is shown.
    let length = kind == "nut" ? "0.56" : "0.6"
    #expect(none.status == 65 && none.errors.contains("it is \(length) s long; it has no frames"), "\(none.errors)")
  }

  @Test(arguments: ["mp4", "mkv"])
  func `a broadcast begins at zero in other containers`(kind: String) throws {
    // Sound begins half a second before the pictures.
    let source = material.path("late.ts")
    try material.ffmpeg(
      "-f", "lavfi", "-i", "sine=d=1.5", "-itsoffset", "0.5", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1",
      "-output_ts_offset", "40000", source)
    let result = material.path("result.\(kind)")
    let outcome = try MatteTool.run(MatteTool.executable, ["apply-effect", "hide-codes", source, "-o", result])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let times = try material.times(of: result).compactMap(Double.init)
    #expect(times.count == 25 && abs((times.first ?? 0) - 0.5) < 0.06, "\(times)")
    let sound = try material.ffprobe("-select_streams", "a", "-show_entries", "stream=start_time,duration", of: result)
    let first = try material.ffprobe("-select_streams", "a", "-show_entries", "packet=pts_time", of: result).first
    #expect(abs(first.flatMap(Double.init) ?? 1) < 0.03, "\(sound)")
  }

  @Test(arguments: ["mp4", "mov", "mkv", "avi"])
  func `a part may begin between the pictures of a movie, whatever its time unit`(kind: String) throws {
    // FFmpeg's unit for 24 pictures a second has no common one with milliseconds that is coarse; AVI has pictures as
    // its unit.
    let film = material.path("film.\(kind)")
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=24:d=1", "-c:v", "mpeg4", film)
    for (from, to, count, second) in [("0.3", "0.6", 8, 1.0 / 3 - 0.3), ("0.32", "0.6", 8, 1.0 / 3 - 0.32)] {
      let result = material.path("part.\(kind == "avi" ? "mp4" : kind)")
      let outcome = try material.run(
        "apply-effect", "hide-codes", film, "-o", result, "--overwrite", "--from", from, "--to", to)
      #expect(outcome.status == 0 && !outcome.errors.contains("error"), "\(outcome)")
      let times = try material.times(of: result).compactMap(Double.init)
      // To half of a unit of AVI; where the second picture is as near as that, it is the first.
      let isCoarse = kind == "avi"
      #expect(isCoarse ? (7...8).contains(times.count) : times.count == count, "\(from): \(times)")
      #expect(times.first == 0 && abs(times[1] - second) < (isCoarse ? 0.05 : 0.002), "\(from): \(times)")
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(from): \(times)")
    }
  }

  @Test func `the picture that is shown when a part begins is its first`() throws {
    // Slides of two seconds each.
    let slides = material.path("slides.mp4")
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=1/2:d=6", "-fps_mode", "vfr", "-enc_time_base", "1/25", "-c:v",
      "libx264", slides)
    for (span, times) in [
      (["--from", "1", "--to", "1.8"], [0.0]), (["--from", "1", "--to", "4.5"], [0, 1, 3]), (["--from", "2"], [0, 2]),
    ] {
      let result = material.path("part.mp4")
      let arguments = ["apply-effect", "hide-codes", slides, "-o", result, "--overwrite"] + span
      let outcome = try MatteTool.run(MatteTool.executable, arguments)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try material.times(of: result).compactMap(Double.init) == times, "\(span)")
    }
  }

  @Test func `identities in a part are those of the whole movie, and an unknown one is reported`() throws {
    // The same person before and after a cut has two of them.
    let (pan, movie) = (try material.pan(8), material.path("cut.mkv"))
    try material.ffmpeg(
      "-i", pan, "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=0.32", "-filter_complex",
      "[0:v]split[a][b];[a][1:v][b]concat=n=3", "-c:v", "ffv1", movie)
    for (number, isDrawn) in [(1, false), (2, true)] {
      let outcome = try material.run(
        "apply-effect", "hide-faces", movie, "-o", material.path("hidden.mkv"), "--from", "0.64", "--only-face",
        "\(number)", "--overwrite")
      #expect(outcome.status == 0, "\(outcome.errors)")
      let isMissing = outcome.errors.contains("face \(number) was seen in no frame")
      #expect(isMissing != isDrawn, "\(outcome.errors)")
      #expect(try material.times(of: material.path("hidden.mkv")).count == 8)
    }
  }
}
