import ArgumentParser
import Batch
import FoundationEssentials
import MatteKit

struct RetimeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retime", abstract: "Slow parts of a movie down, or speed them up.",
    discussion: """
      Without --range the rate applies to all of the movie. Several ranges take one --rate for all of them, or one each.

      Without --constant-rate pictures get new times, and are not coded again. With it they are coded at that rate, \
      and each frame shows the last picture at or before its time. Transparency is kept in .webm, .mov and .mkv, and \
      becomes black elsewhere.

      Sound is coded again. Its pitch is kept (--pitch time-domain is faster), or follows the rate as on a tape \
      (--pitch varispeed). Subtitles, chapters and data move with the pictures.

      Examples:
        mattetool retime jump.mov -o slow.mov --range 2.5-4 --rate 0.25
        mattetool retime jump.mov -o slow.mp4 --range 0:02-0:03 --rate 1/4 \\
            --range 0:05-0:06 --rate 2 --constant-rate 30
      """)

  @Argument(help: ArgumentHelp("A movie.", valueName: "input"), completion: .file()) var input: String
  @Option(name: .shortAndLong, help: "The movie to write.") var output: String
  @Option(
    help: ArgumentHelp("The part from A to B, in seconds or as 1:30; A- for the rest; repeatable.", valueName: "A-B"))
  var range: [RangeArgument] = []
  @Option(
    help: ArgumentHelp("The speed, 1/32 to 32: 0.25 or 1/4 takes four times as long.", valueName: "rate"))
  var rate: [PlaybackRate]
  @Option(help: ArgumentHelp("Code the pictures again, at this frame rate: 30, 24000/1001.", valueName: "rate"))
  var constantRate: PlaybackRate?
  @Option(help: "The algorithm for the sound's pitch.") var pitch: AudioTimePitchAlgorithm = .spectral
  @Option(
    help: ArgumentHelp(
      "The metadata to keep: keep (all), safe (no places, serial numbers or owners) or strip (none).",
      valueName: "keep|safe|strip"))
  var metadata: MetadataPolicy = .keep
  @Flag(help: "Replace the output if it exists.") var overwrite = false

  /// A microsecond.
  private static let finestUnit: Int32 = 1_000_000

  /// A range of a movie: its start, and its end if it has one.
  struct RangeArgument: ExpressibleByArgument {
    let start: MediaTime
    let end: MediaTime?

    init?(argument: String) {
      let parts = argument.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let start = TimeArgument(argument: parts[0]) else { return nil }
      self.start = start.time
      guard !parts[1].isEmpty else {
        end = nil
        return
      }
      guard let end = TimeArgument(argument: parts[1]), end.time > start.time else { return nil }
      self.end = end.time
    }
  }

  func validate() throws {
    guard !rate.isEmpty else { throw ValidationError("give --rate, such as 0.25") }
    guard rate.count == 1 || rate.count == range.count else {
      throw ValidationError("give one --rate for all ranges, or one for each --range")
    }
    for rate in rate where rate.value < PlaybackRate.slowest.value || rate.value > PlaybackRate.fastest.value {
      throw ValidationError("--rate takes 1/32 to 32")
    }
    try FrameOutput.checkMovieName(output, in: MovieContainer.copiedExtensions)
    for (range, next) in zip(range, range.dropFirst()) where range.end.map({ $0 > next.start }) ?? true {
      throw ValidationError("ranges follow one another, and none overlaps the next")
    }
  }

  func run() async throws {
    try await Failure.reporting {
      guard input != "-" else {
        throw ValidationError("a movie to retime is read in several places, so it has to be a file, not standard input")
      }
      let url = try MediaInput.movie(input)
      // Ranges are relative to the movie's beginning, which need not be time zero, and may be before it.
      let film = try VideoFile(contentsOf: url)
      let first = film.format.startTime ?? .zero
      // The sum of decimal fractions and a movie's units may have finer ones than parts can have.
      func edge(_ time: MediaTime) -> MediaTime {
        let sum = first.value == 0 ? time : time + first
        return sum.timescale <= Self.finestUnit ? sum : sum.converted(toTimescale: Self.finestUnit)
      }
      let parts: [(start: MediaTime, end: MediaTime?)] =
        range.isEmpty ? [(.zero, nil)] : range.map { ($0.start, $0.end) }
      let scalings = parts.enumerated().map { index, part in
        TimeScaling(
          start: edge(part.start), end: part.end.map(edge), rate: rate[rate.count == 1 ? 0 : index])
      }
      if let duration = film.duration, let late = parts.first(where: { $0.start >= duration }) {
        throw ValidationError(
          "\(FilePlace.shown(input)) is \(duration.seconds) s long; no part of it begins at \(late.start.seconds) s")
      }
      let retimer = MovieRetimer(
        url, MovieRetiming(scalings, pitchAlgorithm: pitch),
        frameDuration: constantRate.map { MediaTime(value: Int64($0.denominator), timescale: $0.numerator) },
        metadata: metadata)
      let (target, overwriting) = (try FrameOutput.movie(output), overwrite)
      try FrameStreamError.requireOther(target, than: url)
      let warnings = try await CancellingSignals.run { try await retimer.write(to: target, overwriting: overwriting) }
      for warning in warnings { Console.warning("\(input): \(warning)") }
      ProcessEnd.now()
    }
  }
}

extension PlaybackRate: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension AudioTimePitchAlgorithm: ExpressibleByArgument {}
