import FoundationEssentials
import Imaging
import Support
import Testing

@testable import FrameStream

@Suite struct MovieRetimingTests {
  private func time(_ value: Int64, _ timescale: Int32 = 600) -> MediaTime {
    MediaTime(value: value, timescale: timescale)
  }

  @Test func `times before a part stay, those in it are scaled, those after it move by the difference`() {
    let retiming = MovieRetiming([
      TimeScaling(start: time(600), end: time(1200), rate: PlaybackRate(numerator: 1, denominator: 4)),
      TimeScaling(start: time(1800), rate: PlaybackRate(numerator: 7, denominator: 3)),
    ])
    let pairs: [(MediaTime, MediaTime)] = [
      (time(-5), time(-5)), (time(0), time(0)), (time(600), time(600)), (time(601), time(604)),
      (time(1200), time(3000)),
      (time(1700), time(3500)), (time(1800), time(3600)), (time(1807), time(3603)),
      (time(1801), time(3600) + time(3, 4200)),
    ]
    for (before, after) in pairs { #expect(retiming.time(of: before) == after) }
  }

  @Test func `rates are read as fractions`() {
    let rates = [
      ("0.25", (1, 4)), ("1/4", (1, 4)), ("2", (2, 1)), (".5", (1, 2)), ("1.", (1, 1)), ("24000/1001", (24_000, 1001)),
      ("0.333333", (333_333, 1_000_000)), ("10/4", (5, 2)),
    ]
    for (text, (numerator, denominator)) in rates {
      #expect(
        PlaybackRate(text) == PlaybackRate(numerator: Int32(numerator), denominator: Int32(denominator)), "\(text)")
    }
    for text in ["", "0", "0/1", "1/0", "-1", "1e3", "a", "1/2/3", "1.2.3", "12345678", "1.1234567", "+1", "٣", "1000"]
    {
      #expect(PlaybackRate(text) == nil, "\(text)")
    }
  }

  @Test func `overlapping or unordered parts are refused`() throws {
    func refused(_ scalings: [TimeScaling]) -> String? {
      do { try MovieRetiming(scalings).check(file: "a.mp4") } catch { return "\(error)" }
      return nil
    }
    let half = PlaybackRate(numerator: 1, denominator: 2)
    #expect(
      refused([TimeScaling(start: time(0), end: time(5), rate: half), TimeScaling(start: time(5), rate: half)]) == nil)
    // For a movie whose first pictures are before 0.
    #expect(refused([TimeScaling(start: time(-1), rate: half)]) == nil)
    let cases: [([TimeScaling], String)] = [
      ([], "no part"), ([TimeScaling(start: time(5), end: time(5), rate: half)], "has no length"),
      (
        [TimeScaling(start: time(-9), end: time(5), rate: half), TimeScaling(start: time(4), rate: half)],
        "begins before the part"
      ),
      ([TimeScaling(start: time(0), rate: half), TimeScaling(start: time(5), rate: half)], "begins before the part"),
      ([TimeScaling(rate: PlaybackRate(numerator: 1, denominator: 33))], "not between"),
      ([TimeScaling(start: time(1, 1_000_001), rate: half)], "microsecond"),
    ]
    for (scalings, words) in cases { #expect(refused(scalings)?.contains(words) == true, "\(refused(scalings) ?? "")") }
  }

  private static let gray = PixelBuffer(size: PixelSize(width: 32, height: 16), format: .rgba8) { bytes in
    bytes.initializeMemory(as: UInt8.self, repeating: 99)
  }

  /// Ten gray frames in a second, in `film.mp4`.
  private func grayMovie(in folder: TemporaryFolder) throws -> URL {
    let film = folder.url.appending(path: "film.mp4")
    let writer = try MovieWriter(url: film)
    for index in 0..<10 { try writer.write(Frame(pixels: Self.gray, time: time(Int64(index), 10))) }
    try writer.finish()
    return film
  }

  @Test func `slowing a part down neither copies nor encodes pictures`() async throws {
    let folder = try TemporaryFolder()
    let film = try grayMovie(in: folder)
    let retiming = MovieRetiming([TimeScaling(rate: PlaybackRate(numerator: 1, denominator: 2))])
    let output = folder.url.appending(path: "out.mp4")
    let copy = MovieCopy(film, start: time(1), retiming: retiming)
    #expect(throws: FrameStreamError.self) { try MovieRemuxer(copy).write(to: output) }
    let part = try MovieWriter(url: output, settings: MovieSettings(), copying: copy)
    #expect(throws: FrameStreamError.self) { try part.write(Frame(pixels: Self.gray, time: .zero)) }
    // Its own source may be replaced; a movie without sound is none with silence.
    try await MovieRetimer(film, retiming).write(to: film, overwriting: true)
    let slow = try VideoFile(contentsOf: film)
    #expect(slow.format.otherStreams.isEmpty)
    var times: [MediaTime] = []
    for try await frame in slow.frames { times.append(frame.time) }
    #expect(times == (0..<10).map { time($0, 5) })
    #expect(folder.contents == ["film.mp4"])
  }

  @Test(arguments: [nil, MediaTime(value: 1, timescale: 30)])
  func `a cancelled task writes nothing, not even over its source`(frameDuration: MediaTime?) async throws {
    let folder = try TemporaryFolder()
    let film = try grayMovie(in: folder)
    let bytes = try Data(contentsOf: film)
    let retiming = MovieRetiming([TimeScaling(rate: PlaybackRate(numerator: 1, denominator: 2))])
    let work = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await MovieRetimer(film, retiming, frameDuration: frameDuration).write(to: film, overwriting: true)
    }
    await #expect(throws: FrameStreamError.cancelled(file: film.path)) { try await work.value }
    #expect(try Data(contentsOf: film) == bytes && folder.contents == ["film.mp4"])
  }

  @Test(arguments: [nil, MediaTime(value: 1, timescale: 500)])
  func `times before 0 are scaled too`(frameDuration: MediaTime?) async throws {
    let folder = try TemporaryFolder()
    let film = SyntheticMatroska(pictures: [(0, 0), (128, 40), (255, 101)], codecDelay: 40)
    let (url, output) = (folder.url.appending(path: "film.mkv"), folder.url.appending(path: "slow.mkv"))
    try Data(film.bytes).write(to: url)
    func starts(_ scaling: TimeScaling) async throws -> [Int64] {
      let retimer = MovieRetimer(url, MovieRetiming([scaling]), frameDuration: frameDuration)
      let warnings = try await retimer.write(to: output, overwriting: true)
      #expect(warnings.contains { $0.hasPrefix("all times are later by 0.0") }, "\(warnings)")
      var (last, starts): (Int?, [Int64]) = (nil, [])
      for try await frame in try VideoFile(contentsOf: output).frames {
        // Black, gray or white, as far as coding again leaves it so.
        let level = frame.pixels.bytes.first.map { (Int($0) + 64) / 128 }
        if level != last { starts.append(Int64((frame.time.seconds * 1000).rounded())) }
        last = level
      }
      return starts
    }
    let half = PlaybackRate(numerator: 1, denominator: 2)
    #expect(try await starts(TimeScaling(start: time(-40, 1000), rate: half)) == [0, 80, 202])
    // A part that begins before the movie does: its pictures move to -90, -70 and -39.5 ms.
    guard frameDuration == nil else { return }
    let double = PlaybackRate(numerator: 2, denominator: 1)
    #expect(try await starts(TimeScaling(start: time(-140, 1000), rate: double)) == [0, 20, 50])
  }

  @Test func `a damaged time does not encode hours of silence`() async throws {
    let folder = try TemporaryFolder()
    let (url, output) = (folder.url.appending(path: "film.mkv"), folder.url.appending(path: "slow.mkv"))
    let half = TimeScaling(start: time(0), end: time(600), rate: PlaybackRate(numerator: 1, denominator: 2))
    // In seconds, when the second packet of sound is heard: after a gap, and after none that a movie has.
    func failure(_ second: Int16) async throws -> String? {
      let film = SyntheticMatroska(
        pictures: [(0, 0), (128, 4)], codecDelay: 0, timestampScale: 1_000_000_000, opus: [0, second])
      try Data(film.bytes).write(to: url)
      do { try await MovieRetimer(url, MovieRetiming([half])).write(to: output, overwriting: true) } catch {
        return "\(error)"
      }
      return nil
    }
    #expect(try await failure(9) == nil)
    #expect(try await failure(7 * 3600)?.contains("more than 6 hours") == true)
  }

  @Test func `times that exceed the unit are clamped`() {
    let retiming = MovieRetiming([TimeScaling(rate: PlaybackRate(numerator: 1, denominator: 4))])
    #expect(retiming.time(of: MediaTime(value: .max / 2, timescale: 1)).value == .max)
    let odd = MovieRetiming([TimeScaling(rate: PlaybackRate(numerator: 7, denominator: 32))])
    #expect(odd.time(of: MediaTime(value: .max / 2, timescale: .max)).value > .max / 2)
  }
}
