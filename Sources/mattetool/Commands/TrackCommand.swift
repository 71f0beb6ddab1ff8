import ArgumentParser
import Batch
import FoundationEssentials
import MatteKit

struct TrackCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "track",
    abstract: "Track faces, and codes on request, in a movie, image sequence, camera or pipe.",
    discussion: """
      INPUT is a movie, a folder of pictures or a pattern for them (quoted: 'frames/*.png', or frames/%06d.png), a camera \
      (/dev/video0), or - for a y4m stream on standard input (ffmpeg -i movie.mp4 -f yuv4mpegpipe - | mattetool track -).

      Each face keeps its ID while it is visible. IDs are never reused; a face that comes back gets a new one. --json \
      writes one line per frame: {"frame","time","faces":[{"id","bounds","roll","yaw","pitch","confidence"}]}. Bounds are \
      fractions of the upright picture from the top left, angles are degrees, times are seconds from a movie's first frame, as \
      --from of other commands counts. --codes adds "codes":[{"type","id","text","bytes","corners","bounds",...}], as \
      `mattetool codes` writes them: up to four at once, of more those that were seen first.

      Ctrl-C, SIGTERM, or a reader of --json that goes away stops it after the current frame and completes the overlay. The \
      exit code after such a signal is 130, because frames are missing, or 0 for a camera, which has no other end; it is 0 \
      if the reader goes away.
      """)

  @Argument(help: "A movie, a folder or pattern of pictures, a camera, or - for y4m.") var input: String
  @Flag(help: "Write one line of JSON per frame.") var json = false
  @Flag(help: "With --json, include the mesh points of each face.") var landmarks = false
  @Flag(help: "Track bar codes and QR codes as well.") var codes = false
  @Option(help: "With --codes: the types to look for, separated by commas, such as qr,ean13; or all.")
  var types: CodeTypeList?
  @Option(name: .shortAndLong, help: "The movie to write, with boxes, IDs, roll and yaw drawn in.") var output: String?
  @Flag(help: "Copy the sound of the video file into the overlay.") var sound = false
  @Flag(help: "Replace the overlay if it exists.") var overwrite = false
  @OptionGroup var options: FaceOptions
  @Flag(help: "Print the processor time of tracking to standard error.") var timing = false
  @Option(help: ArgumentHelp("How long a face may be hidden and keep its ID.", valueName: "seconds"))
  var hiddenTime = 1.0
  @Option(help: FrameRateArgument.help) var frameRate: FrameRateArgument?
  @Option(
    help: ArgumentHelp(
      """
      Track every frame, or the latest one and drop those that come meanwhile (default: latest for a camera, else \
      everyFrame).
      """, valueName: "everyFrame|latest"))
  var delivery: DeliveryArgument?

  func validate() throws {
    guard hiddenTime >= 0, hiddenTime.isFinite else {
      throw RefusedValue.error("--hidden-time", takes: "a number of seconds from 0", not: hiddenTime)
    }
    if let output, !FrameOutput.isMovie(output) || output.hasSuffix("/") {
      throw ValidationError("\(output): name a movie to write: \(MovieContainer.writtenExtensions)")
    }
    guard types == nil || codes else { throw ValidationError("--types goes with --codes") }
  }

  func run() async throws {
    try await Failure.reporting {
      let source = try MediaInput.frames(input, frameRate: frameRate)
      let isInterrupted = try await follow(source)
      if isInterrupted { ProcessEnd.now(source.isLive ? .success : ExitCode(CancellingSignals.exitCode)) }
    }
  }

  /// - Returns: whether a signal ended the work.
  private func follow(_ source: MovieSource) async throws -> Bool {
    let counts = FrameCounts()
    defer {
      for warning in source.warnings(of: counts) + counts.dropWarnings { Console.warning("\(input): \(warning)") }
    }
    let frames = source.frames.delivered(
      delivery?.delivery ?? (source.isLive ? .latest : .everyFrame), counting: counts)
    // The current frame and the overlay are completed.
    return try await CancellingSignals.run { [self] in
      var report = TrackedFrames(
        of: source, json: json, withLandmarks: landmarks, withCodes: codes, overlay: try overlay(of: source))
      var isComplete = true
      do {
        if timing { try await time(frames, &report) } else { try await track(frames, &report) }
      } catch is Console.Closed {
        // A closed standard output ends the work, as Ctrl-C does.
        isComplete = false
      } catch {
        let error = (error as? SceneError)?.underlying ?? error
        guard let error = error as? FrameStreamError else { throw error }
        if case .unwritable = error { throw error }
        // The frames before the damage were complete, and so is their overlay. The source's error is reported, rather
        // than consequent errors of the overlay.
        _ = try? report.finish(complete: false)
        throw error
      }
      try report.finish(complete: isComplete && !Task.isCancelled)
      return Task.isCancelled
    }
  }

  /// The handling of frames that come too fast.
  enum DeliveryArgument: String, ExpressibleByArgument, CaseIterable {
    case everyFrame, latest

    var delivery: FrameDelivery { self == .latest ? .latest : .everyFrame }
  }

  private func overlay(of source: MovieSource) throws -> OverlayMovie? {
    try output.map { output in
      try OverlayMovie(url: MediaInput.url(output), of: source, withSound: sound, overwriting: overwrite)
    }
  }

  private var analysis: SceneAnalysis {
    SceneAnalysis(
      faces: FaceTracking(options.search, maximumFaces: options.maximumFaces, maximumHiddenTime: hiddenTime),
      codes: codes
        ? CodeTracking(
          types: types?.types ?? MachineReadableCode.standardTypes, regionOfInterest: options.search.regionOfInterest)
        : nil)
  }

  private func track(_ frames: FrameSequence, _ report: inout TrackedFrames) async throws {
    for try await scene in frames.scenes(analysis) { try report.add(scene) }
  }

  /// One frame after the other, so that nothing else is measured.
  private func time(_ frames: FrameSequence, _ report: inout TrackedFrames) async throws {
    var timings = FrameTimings()
    defer { Console.error(timings.line) }
    let analyzer = try SceneAnalyzer(analysis)
    do {
      for try await frame in frames {
        try report.add(timings.measure { () throws(SceneError) in try analyzer.scene(of: frame) })
      }
    } catch let error as FrameStreamError {
      throw SceneError.frames(error)
    }
  }
}
