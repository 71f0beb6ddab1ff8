import FoundationEssentials
import Glibc
import Imaging
import PhotoFile
import Support
import Testing

@testable import FrameStream

/// Streams and metadata copied from a source, to new pictures and beside the source's own.
@Suite struct MovieCopyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A source with subtitles, chapters, tags, a font and a cover picture.
  private func source() throws -> URL {
    let cover = try Photo(pixels: RawVideoTests.smooth(PixelSize(width: 8, height: 8))).data(as: .png)
    let movie = SyntheticMatroska(
      pictures: [(1, 0), (2, 1000), (3, 2000), (4, 3000)], codecDelay: 0,
      subtitles: [("eins", 100, 800), ("zwei", 1500, 1000), ("drei", 2900, 900)],
      chapters: [("Opening", 0, 1000), ("Middle", 1000, 2500), ("End", 2500, 4000)],
      tags: [
        ("TITLE", "A street"), ("com.apple.quicktime.make", "Apple"),
        ("com.apple.quicktime.location.ISO6709", "+48.1-011.5/"), ("CAMERA_SERIAL_NUMBER", "X123"),
      ],
      attachments: [
        ("letters.ttf", "application/x-truetype-font", [0, 1, 0, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
        ("cover.png", "image/png", cover),
      ])
    return try folder.file("source.mkv", movie.bytes)
  }

  private func write(_ copy: MovieCopy, to name: String, times: [Int64] = [0, 1000, 2000, 3000]) throws -> [String] {
    let writer = try MovieWriter(
      url: folder.url.appending(path: name), settings: MovieSettings(), copying: copy, overwriting: true)
    for (number, time) in times.enumerated() {
      let pixels = RawVideoTests.smooth(PixelSize(width: 64, height: 48), phase: number)
      try writer.write(Frame(pixels: pixels, time: MediaTime(value: time, timescale: 1000)))
    }
    try writer.finish()
    return writer.warnings
  }

  private func holds(_ name: String, _ text: String) throws -> Bool {
    var bytes = [UInt8](try Data(contentsOf: folder.url.appending(path: name)))
    var text = Array(text.utf8)
    // Matroska's tags are in capitals.
    if name.hasSuffix(".mkv") {
      bytes = bytes.map { ($0 as UInt8 | 32) }
      text = text.map { $0 | 32 }
    }
    return Data(bytes).range(of: Data(text)) != nil
  }

  private func streams(_ name: String) throws -> [MediaStream] {
    try VideoFile(contentsOf: folder.url.appending(path: name)).format.otherStreams
  }

  @Test func `a copy to Matroska keeps everything`() throws {
    #expect(try write(MovieCopy(source()), to: "all.mkv") == [])
    let streams = try streams("all.mkv")
    #expect(Set(streams.map(\.kind)) == [.subtitles, .attachment, .coverPicture])
    #expect(streams.first { $0.kind == .subtitles }?.codec == "subrip")
    #expect(streams.first { $0.kind == .subtitles }?.language == "ger")
    let texts = [
      "eins", "zwei", "drei", "Untertitel", "Opening", "Middle", "End", "A street", "letters.ttf", "X123",
      "com.apple.quicktime.make", "+48.1-011.5/", "\u{9}\u{8}\u{7}\u{6}\u{5}\u{4}\u{3}\u{2}\u{1}",
    ]
    for text in texts { #expect(try holds("all.mkv", text), "\(text)") }
  }

  @Test func `requested parts are copied`() throws {
    let source = try source()
    #expect(try write(MovieCopy(source, parts: []), to: "none.mkv") == [])
    #expect(try streams("none.mkv").isEmpty)
    for text in ["eins", "Opening", "A street", "letters.ttf"] { #expect(try !holds("none.mkv", text), "\(text)") }
    let kinds: [(MovieParts, [MediaStream.Kind], String)] = [
      (.subtitles, [.subtitles], "zwei"), (.attachments, [.attachment], "letters.ttf"),
      (.coverPictures, [.coverPicture], "cover.png"), (.chapters, [], "Opening"), (.metadata, [], "A street"),
    ]
    for (part, kinds, text) in kinds {
      #expect(try write(MovieCopy(source, parts: part), to: "part.mkv") == [])
      #expect(try streams("part.mkv").map(\.kind) == kinds)
      #expect(try holds("part.mkv", text))
    }
  }

  @Test func `content that the container cannot hold is reported`() throws {
    let source = try source()
    #expect(
      try write(MovieCopy(source), to: "movie.webm") == [
        "subtitles (subrip, ger) are left out: WebM cannot hold them",
        "an attached file (letters.ttf) is left out: WebM cannot hold it",
        "a cover picture (png) is left out: WebM cannot hold it",
      ])
    #expect(try holds("movie.webm", "Opening") && holds("movie.webm", "A street"))
    let warnings = try write(MovieCopy(source), to: "movie.mp4")
    #expect(warnings.contains("subtitles (subrip, ger) are left out: MP4 cannot hold them"))
    for text in ["Opening", "com.apple.quicktime.make", "+48.1-011.5/"] {
      #expect(try holds("movie.mp4", text), "\(text)")
    }
    // Without keys of a phone MP4 holds the cover picture.
    #expect(try write(MovieCopy(source, parts: [.coverPictures, .chapters]), to: "cover.mp4") == [])
    #expect(try streams("cover.mp4").contains { $0.kind == .coverPicture })
    #expect(
      try write(MovieCopy(source, parts: [.chapters]), to: "movie.avi") == [
        "3 chapters are left out: avi cannot hold them"
      ])
  }

  @Test(arguments: ["mkv", "mp4", "mov"])
  func `metadata are kept, made safe or stripped`(kind: String) throws {
    let source = try source()
    let name = "movie.\(kind)"
    _ = try write(MovieCopy(source, metadata: .safe), to: name)
    for text in ["com.apple.quicktime.make", "A street", "Opening"] { #expect(try holds(name, text), "\(text)") }
    for text in ["+48.1", "X123", "ISO6709"] { #expect(try !holds(name, text), "\(text)") }
    _ = try write(MovieCopy(source, metadata: .strip), to: name)
    for text in ["com.apple", "A street", "+48.1", "X123", "Opening", "Untertitel"] {
      #expect(try !holds(name, text), "\(text)")
    }
    if kind == "mkv" { #expect(try streams(name).contains { $0.kind == .subtitles && $0.language == "ger" }) }
  }

  @Test func `a time range is extracted and begins at zero`() async throws {
    let copy = MovieCopy(
      try source(), start: MediaTime(value: 1, timescale: 1), end: MediaTime(value: 3, timescale: 1))
    #expect(try write(copy, to: "part.mkv", times: [0, 1000]) == [])
    for text in ["zwei", "drei", "Middle", "End"] { #expect(try holds("part.mkv", text), "\(text)") }
    for text in ["eins", "Opening"] { #expect(try !holds("part.mkv", text), "\(text)") }
    // Only a reader sees the subtitles' times, so they are copied once more, with a part in which they end.
    let rest = MovieCopy(
      folder.url.appending(path: "part.mkv"), start: MediaTime(value: 1500, timescale: 1000))
    #expect(try write(rest, to: "rest.mkv", times: [0]) == [])
    #expect(try holds("rest.mkv", "drei") && !holds("rest.mkv", "zwei"))
    let before = MovieCopy(folder.url.appending(path: "part.mkv"), end: MediaTime(value: 1900, timescale: 1000))
    #expect(try write(before, to: "before.mkv", times: [0]) == [])
    #expect(try !holds("before.mkv", "drei") && holds("before.mkv", "zwei"))
  }

  @Test func `a movie may replace its source`() async throws {
    let source = try source()
    #expect(try write(MovieCopy(source), to: "source.mkv") == [])
    #expect(try holds("source.mkv", "zwei") && streams("source.mkv").count == 3)
    let warnings = try MovieRemuxer(MovieCopy(source, metadata: .safe)).write(to: source, overwriting: true)
    #expect(warnings == ["subtitles (subrip) stay and are not searched: those of drones tell where the movie was made"])
    #expect(try holds("source.mkv", "zwei") && !holds("source.mkv", "X123"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["source.mkv"])
  }

  @Test(arguments: ["mp4", "mov", "mkv"])
  func `a movie is copied packet by packet to other containers`(kind: String) async throws {
    let source = try source()
    _ = try write(MovieCopy(source), to: "movie.mkv", times: [0, 41, 100, 2500])
    let movie = folder.url.appending(path: "movie.mkv")
    let copy = folder.url.appending(path: "copy.\(kind)")
    _ = try MovieRemuxer(MovieCopy(movie)).write(to: copy)
    var (frames, others): ([Frame], [Frame]) = ([], [])
    for try await frame in try VideoFile(contentsOf: movie).frames { frames.append(frame) }
    for try await frame in try VideoFile(contentsOf: copy).frames { others.append(frame) }
    #expect(frames == others && frames.count == 4)
    let error = #expect(throws: FrameStreamError.self) { try MovieRemuxer(MovieCopy(movie)).write(to: copy) }
    #expect(error == .unwritable(file: copy.path, reason: "it exists already"))
    let part = MovieCopy(movie, start: .zero)
    #expect(throws: FrameStreamError.self) {
      try MovieRemuxer(part).write(to: folder.url.appending(path: "part.\(kind)"))
    }
  }

  @Test func `pictures that the container cannot hold are an error before anything is written`() throws {
    _ = try write(MovieCopy(source(), parts: []), to: "movie.mp4")
    let movie = folder.url.appending(path: "movie.mp4")
    let error = #expect(throws: FrameStreamError.self) {
      try MovieRemuxer(MovieCopy(movie)).write(to: folder.url.appending(path: "copy.webm"))
    }
    #expect(error?.description.contains("its video is h264") == true)
    let missing = folder.url.appending(path: "missing.mp4")
    #expect(throws: FrameStreamError.unreadable(file: missing.path, reason: "No such file or directory", code: ENOENT))
    {
      try MovieRemuxer(MovieCopy(missing)).write(to: folder.url.appending(path: "copy.mp4"))
    }
    #expect(throws: FrameStreamError.unreadable(file: missing.path, reason: "No such file or directory", code: ENOENT))
    {
      _ = try write(MovieCopy(missing), to: "other.mp4")
    }
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.url.path)) == ["source.mkv", "movie.mp4"])
  }

  @Test func `a truncated source is an error of a copy, and a warning beside new pictures`() throws {
    // 24 bytes a picture, the sound behind them: cut in the last picture, and in the sound.
    let movie = SyntheticMovie(
      durations: [300, 300, 300], colors: [(1, 2, 3), (4, 5, 6), (7, 8, 9)], sound: [UInt8](repeating: 9, count: 4000)
    ).bytes
    for missing in [1000, 4010] {
      let cut = try folder.file("cut.mov", Array(movie.dropLast(missing)))
      let copy = folder.url.appending(path: "copy.mov")
      #expect(throws: FrameStreamError.malformed(file: cut.path, reason: "it ends too soon")) {
        try MovieRemuxer(MovieCopy(cut)).write(to: copy)
      }
      #expect(!FileManager.default.fileExists(atPath: copy.path))
      let warnings = try write(MovieCopy(cut), to: "new.mov")
      #expect(warnings == ["what is copied ends too soon: its file is damaged or incomplete"])
    }
    let whole = try folder.file("whole.mov", movie)
    #expect(try MovieRemuxer(MovieCopy(whole)).write(to: folder.url.appending(path: "copy.mov")) == [])
  }

  @Test(arguments: ["webm", "mkv"])
  func `Opus stays in sync with the pictures`(kind: String) throws {
    let movie = SyntheticMatroska(pictures: [(1, 0), (2, 40)], codecDelay: 0, opus: [0, 20, 40, 60])
    let name = "movie.\(kind)"
    #expect(try write(MovieCopy(folder.file("source.mkv", movie.bytes)), to: name, times: [0, 40]) == [])
    let bytes = [UInt8](try Data(contentsOf: folder.url.appending(path: name)))
    // The time of a block is in the two bytes before its flags; readers subtract the delay.
    let times = bytes.indices.dropFirst(3).filter { bytes[$0...].starts(with: SyntheticMatroska.silence) }.map {
      Int16(bitPattern: UInt16(bytes[$0 - 3]) << 8 | UInt16(bytes[$0 - 2]))
    }
    #expect(times == [0, 20, 40, 60])
  }

  @Test func `changed sources cause at most an error`() throws {
    var random = RepeatableRandomNumberGenerator(seed: 91)
    let movie = SyntheticMovie(
      durations: [3, 4, 5], colors: [(1, 2, 3), (4, 5, 6), (7, 8, 9)], sound: [UInt8](repeating: 7, count: 600)
    ).bytes
    var outcomes = [true: 0, false: 0]
    let matroska = [UInt8](try Data(contentsOf: source()))
    for round in 0..<200 {
      var bytes = round % 2 == 0 ? movie : matroska
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let file = try folder.file("changed.bin", bytes)
      let name = ["a.mov", "a.mkv", "a.mp4"][round % 3]
      do throws(FrameStreamError) {
        if round % 4 < 2 {
          try MovieRemuxer(MovieCopy(file)).write(to: folder.url.appending(path: name), overwriting: true)
        } else {
          let start = round % 8 < 4 ? nil : MediaTime(value: 1, timescale: 1)
          let writer = try MovieWriter(
            url: folder.url.appending(path: name), settings: MovieSettings(),
            copying: MovieCopy(file, metadata: .safe, start: start), overwriting: true)
          try writer.write(Frame(pixels: RawVideoTests.smooth(PixelSize(width: 16, height: 16)), time: .zero))
          try writer.finish()
        }
        outcomes[true, default: 0] += 1
      } catch {
        #expect(error.description.contains(folder.url.path))
        outcomes[false, default: 0] += 1
      }
    }
    #expect(outcomes.values.allSatisfy { $0 > 15 }, "\(outcomes)")
  }

  @Test func `a cover picture with metadata of its own is removed by safe`() throws {
    let cover = try Photo(pixels: RawVideoTests.smooth(PixelSize(width: 8, height: 8))).data(as: .png)
    let movie = SyntheticMatroska(
      pictures: [(1, 0)], codecDelay: 0, attachments: [("cover.png", "image/png", cover + Array("eXIf".utf8))])
    let source = try folder.file("source.mkv", movie.bytes)
    #expect(
      try write(MovieCopy(source, metadata: .safe), to: "safe.mkv", times: [0]) == [
        "a cover picture (png) is left out: its own metadata may tell where it was made"
      ])
    #expect(try streams("safe.mkv").isEmpty)
    #expect(try write(MovieCopy(source), to: "kept.mkv", times: [0]) == [])
    #expect(try streams("kept.mkv").map(\.kind) == [.coverPicture])
  }

  @Test func `a cover picture with texts, comments of a camera or bytes behind its end is not safe`() throws {
    let pixels = RawVideoTests.smooth(PixelSize(width: 8, height: 8))
    let (png, jpeg) = (try Photo(pixels: pixels).data(as: .png), try Photo(pixels: pixels).data(as: .jpeg()))
    let iptc: [UInt8] = [0xFF, 0xED, 0, 7] + Array("Photo".utf8)
    let text: [UInt8] = [0, 0, 0, 6] + Array("tEXta\0city".utf8) + [0, 0, 0, 0]
    // Not a chunk that shows the picture, although its name is a part of a list of these.
    let space: [UInt8] = [0, 0, 0, 6] + Array("DAT a\0city".utf8) + [0, 0, 0, 0]
    let comment: [UInt8] = [0xFF, 0xFE, 0, 13] + Array("Zanzibarrow".utf8)
    let pictures: [([UInt8], Bool)] = [
      (jpeg[..<2] + comment + jpeg[2...], true), (png, true), (png[..<33] + text + png[33...], false),
      (png[..<33] + space + png[33...], false),
      (png + [1], false), (jpeg, true),
      (jpeg[..<2] + iptc + jpeg[2...], false), (jpeg + [1], false),
    ]
    for (number, (picture, isSafe)) in pictures.enumerated() {
      let isPNG = picture[0] == 0x89
      let movie = SyntheticMatroska(
        pictures: [(1, 0)], codecDelay: 0,
        attachments: [isPNG ? ("cover.png", "image/png", picture) : ("cover.jpg", "image/jpeg", picture)])
      let copy = MovieCopy(try folder.file("\(number).mkv", movie.bytes), metadata: .safe)
      #expect(try write(copy, to: "safe.mkv", times: [0]).isEmpty == isSafe, "\(number)")
      #expect(try streams("safe.mkv").map(\.kind) == (isSafe ? [.coverPicture] : []), "\(number)")
      #expect(try !holds("safe.mkv", "Zanzibarrow"), "\(number)")
      guard isSafe else { continue }
      #expect(try write(copy, to: "safe.mp4", times: [0]) == [] && !holds("safe.mp4", "Zanzibarrow"), "\(number)")
    }
  }

  @Test func `of attached files only fonts are safe, and go beside hidden pictures`() throws {
    let font: [UInt8] = Array("OTTO".utf8) + [1, 2, 3]
    let movie = SyntheticMatroska(
      pictures: [(1, 0)], codecDelay: 0,
      attachments: [
        ("letters.otf", "font/otf", font), ("walk.gpx", "application/gpx+xml", Array("<gpx>Zanzibarrow".utf8)),
        ("before.webp", "image/webp", Array("RIFF\0\0\0\0WEBPZanzibarrow".utf8)),
      ])
    let source = try folder.file("source.mkv", movie.bytes)
    #expect(try write(MovieCopy(source), to: "kept.mkv", times: [0]) == [])
    #expect(try streams("kept.mkv").count == 3)
    func leftOut(_ reason: String) -> [String] {
      ["walk.gpx", "before.webp"].map { "an attached file (\($0)) is left out: \(reason)" }
    }
    let copies: [(MovieCopy, String)] = [
      (MovieCopy(source, metadata: .safe), "it may tell where the movie was made"),
      (MovieCopy(source, metadata: .strip), "it may tell where the movie was made"),
      (
        MovieCopy(source, parts: MovieParts.all.subtracting([.coverPictures, .otherVideo])),
        "like a cover picture, it may show what is hidden"
      ),
    ]
    for (copy, reason) in copies {
      #expect(try write(copy, to: "part.mkv", times: [0]) == leftOut(reason))
      #expect(try streams("part.mkv").map(\.kind) == [.attachment])
      #expect(try holds("part.mkv", "OTTO") && !holds("part.mkv", "Zanzibarrow"))
      #expect(try holds("part.mkv", "letters.otf") == (copy.metadata != .strip))
    }
  }

  @Test func `a time code is advanced to the copied part`() throws {
    let movie = SyntheticMatroska(
      pictures: (0..<60).map { (UInt8($0), Int16($0 * 40)) }, codecDelay: 0, tags: [("TIMECODE", "01:02:03:04")])
    let source = try folder.file("source.mkv", movie.bytes)
    for (start, code) in [(nil, "01:02:03:04"), (MediaTime(value: 1, timescale: 1), "01:02:04:04")] {
      #expect(try write(MovieCopy(source, start: start), to: "part.mkv", times: [0, 40]) == [])
      #expect(try holds("part.mkv", code))
    }
    #expect(try write(MovieCopy(source), to: "movie.mov", times: [0, 40]) == [])
    #expect(try streams("movie.mov").map(\.codec) == ["tmcd"])
    #expect(try write(MovieCopy(source, parts: .sound), to: "none.mov", times: [0, 40]) == [])
    #expect(try streams("none.mov").isEmpty)
  }

  @Test func `an unknown sound is left out beside a known one, and otherwise an error`() throws {
    var movie = SyntheticMovie(durations: [300], colors: [(1, 2, 3)], sound: [UInt8](repeating: 3, count: 400))
    movie.soundFormats = ["sowt", "apac"]
    let phone = try folder.file("phone.mov", movie.bytes)
    let warnings = try write(MovieCopy(phone), to: "movie.mov")
    #expect(warnings == ["sound (apac, eng) is left out: FFmpeg does not know it"])
    #expect(try streams("movie.mov").map(\.codec) == ["pcm_s16le"])
    movie.soundFormats = ["apac"]
    let other = try folder.file("other.mov", movie.bytes)
    #expect(throws: FrameStreamError.self) { _ = try write(MovieCopy(other), to: "other-movie.mov") }
  }

  @Test func `a file with only sound can be the source`() throws {
    // A PCM WAVE file of 100 samples.
    let sound =
      Array("RIFF".utf8) + [236, 0, 0, 0] + Array("WAVEfmt ".utf8)
      + [16, 0, 0, 0, 1, 0, 1, 0, 64, 31, 0, 0, 128, 62, 0, 0, 2, 0, 16, 0] + Array("data".utf8) + [200, 0, 0, 0]
      + (0..<200).map { UInt8($0) }
    #expect(try write(MovieCopy(folder.file("sound.wav", sound)), to: "movie.mov") == [])
    #expect(try streams("movie.mov").map(\.kind) == [.sound])
    let bytes = try Data(contentsOf: folder.url.appending(path: "movie.mov"))
    #expect(bytes.range(of: Data((0..<200).map { UInt8($0) })) != nil)
  }
}
