import ArgumentParser
import Dispatch
import FoundationEssentials
import Glibc
import MatteKit

struct TrackCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "track", abstract: "Track the faces of a movie, an image sequence, a camera or a pipe.",
    discussion: """
      INPUT is a video file; a folder of pictures, or a pattern for them in quotes ('frames/*.png'); a camera \
      (/dev/video0); or - for a y4m stream on standard input (ffmpeg -i movie.mp4 -f yuv4mpegpipe - | mattetool track -).

      Each face has a number for as long as it is seen, which no other face ever has; one that comes back has a new one. \
      With --json each frame is one line: {"frame","time","faces":[{"id","bounds","roll","yaw","pitch","confidence"}]}, \
      bounds as fractions of the upright picture from the top left, angles in degrees, times in seconds. An interrupt \
      (Ctrl-C) ends the work after the frame, and finishes the overlay.
      """)

  @Argument(help: "A video file, a folder or pattern of pictures, a camera, or - for y4m.") var input: String
  @Flag(help: "Write one line of JSON for each frame.") var json = false
  @Flag(help: "With --json, write the mesh points of each face too.") var landmarks = false
  @Option(name: .shortAndLong, help: "A movie to write, with boxes, numbers, roll and yaw drawn.") var output: String?
  @Flag(help: "Copy the sound of the video file into the overlay.") var sound = false
  @Flag(help: "Replace the overlay if it is there already.") var overwrite = false
  @OptionGroup var options: FaceOptions
  @Flag(help: "Say on standard error how much processor time it took to follow the faces.") var timing = false
  @Option(help: "How many seconds a face may be hidden and keep its number.") var hiddenTime = 1.0
  @Option(help: "Frames a second of an image sequence.") var frameRate: Int32 = 25

  func validate() throws {
    guard hiddenTime >= 0 else { throw ValidationError("--hidden-time is not negative") }
    guard frameRate >= 1 else { throw ValidationError("--frame-rate is at least 1") }
  }

  func run() async throws {
    try await Failure.reporting {
      let work = Task { try await track() }
      // The frame that is in hand is finished, and with it the overlay.
      signal(SIGINT, SIG_IGN)
      let interrupt = DispatchSource.makeSignalSource(signal: SIGINT)
      interrupt.setEventHandler { work.cancel() }
      interrupt.activate()
      defer { interrupt.cancel() }
      try await work.value
    }
  }

  private func track() async throws {
    let source = try TrackInput(input, frameRate: frameRate)
    let tracker = try FaceTracker(
      minimumConfidence: options.minimumConfidence, maximumFaces: options.maximumFaces,
      minimumFaceSize: options.minimumFaceSize, regionOfInterest: options.regionOfInterest,
      maximumHiddenTime: hiddenTime)
    let overlay = try output.map { output in
      try OverlayFilm(
        url: URL(filePath: output), frameRate: source.frameRate ?? 25, soundFrom: sound ? source.videoFile : nil,
        overwriting: overwrite)
    }
    var summary = TrackSummary()
    var times = FollowingTimes()
    defer { if timing { Console.error(times.line) } }
    let counts = FrameCounts()
    defer {
      for reason in DroppedFrame.Reason.allCases where counts.dropped(for: reason) > 0 {
        Console.warning("\(input): \(counts.dropped(for: reason)) times: \(reason.rawValue)")
      }
    }
    do {
      for try await frame in source.frames.delivered(source.delivery, counting: counts) {
        let faces = try times.measure { () throws(FaceError) in try tracker.update(frame) }
        if json {
          try Console.print(
            jsonLine: TrackReport(frame: summary.frameCount, time: frame.time, faces: faces, withLandmarks: landmarks))
        }
        summary.add(faces, at: frame.time)
        try overlay?.write(frame, faces: faces)
      }
    } catch let error as FrameStreamError {
      if case .unwritable = error { throw error }
      // The frames before the damage were whole, and so is the film of them.
      if summary.frameCount > 0 { try overlay?.finish() }
      if !json { summary.print() }
      throw error
    }
    if summary.frameCount > 0 { try overlay?.finish() }
    if !json { summary.print() }
  }
}
