import ArgumentParser
import Batch
import Capture
import FoundationEssentials
import MatteKit
import SystemPackage

struct CaptureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture", abstract: "Record a camera, or a movie in its place.",
    discussion: """
      DEVICE is a camera (/dev/video0, see `mattetool devices`), a video file, a folder or quoted pattern of pictures, \
      or - for a y4m stream on standard input. Inputs other than cameras are played at their own pace, like a camera.

      Recording ends after --duration, with the last frame, when the camera is unplugged, or by Ctrl-C; the movie is \
      complete in each case. If the disk is full or the process is killed, at most the last second is lost. The movie \
      is .mp4, .mov, .mkv or .webm. Frames that arrive while the encoder is too slow are dropped and counted.

      --faces writes a line of JSON for each frame that was searched, always the newest one: {"time","faces":[{"id",\
      "bounds","roll","yaw","pitch","confidence","landmarks"}]}. Times are seconds from the movie's first frame; bounds and \
      landmarks, the points of the face's mesh, are fractions of the picture as stored.

      --effect applies an effect to the movie and the preview, as `apply-effect` does to movies. If rendering is \
      slower than the camera, up to eight frames wait, and further ones are dropped and counted; times stay correct. \
      hide-faces looks a second ahead and hide-codes half a second, and delay the preview by as much.

      Photos are taken during the recording, which loses no frame for them: film-0001.heic and so on beside film.mp4. \
      They have faces with --faces, the mattes of --photo-mattes and the effect of --effect. Mattes of the movie can \
      be made afterwards, for every frame and at any quality: `mattetool mattes film.mp4 -o mattes/`.

      On a terminal, keys control the recording: space takes a photo, p pauses and resumes, z and x zoom in and out, q \
      ends. --preview shows the recording in browsers on this machine.

      Examples:
        mattetool capture /dev/video0 -o talk.mp4 --duration 1:00 --preset hd1280x720
        mattetool capture /dev/video0 -o talk.mp4 \\
            --photo-every 10 --photo-mattes hair
        mattetool capture /dev/video0 -o talk.webm --effect hide-faces --preview 8080
        mattetool capture clip.mov -o closer.mp4 --zoom-to 4 --zoom-rate 1
      """)

  @Argument(help: "A camera, a video file, a folder or pattern of pictures, or - for y4m.") var device: String
  @Option(name: .shortAndLong, help: "The movie to write.") var output: String
  @Flag(help: "Replace the movie if it exists.") var overwrite = false
  @Option(help: ArgumentHelp("How long to record: seconds, or 1:30.", valueName: "time")) var duration: TimeArgument?
  @Flag(help: "Find faces, and write a line of JSON a frame.") var faces = false
  @Option(help: "The capture session's preset, by which formats are chosen.") var preset = PresetArgument(preset: .high)
  @Option(help: ArgumentHelp("The maximum frame rate of the camera, in frames a second.", valueName: "rate"))
  var maxFrameRate: Int32?
  @Option(
    help: ArgumentHelp(
      "The average bit rate of the movie's pictures, such as 8M or 800k (default: a constant quality).",
      valueName: "bits"))
  var bitRate: BitRateArgument?
  @Option(help: ArgumentHelp("Degrees by which the movie is shown turned, clockwise.", valueName: "0|90|180|270"))
  var angle = 0
  @Flag(help: "Show the movie mirrored left to right; photos are not mirrored.") var mirror = false
  @Option(help: FrameRateArgument.help) var frameRate: FrameRateArgument?
  @Option(
    help: ArgumentHelp(
      "Show a preview at http://127.0.0.1:PORT/, to this machine alone; 0 for any port that is free.", valueName: "port"
    ))
  var preview: UInt16?
  @Option(
    help: ArgumentHelp(
      "Record sound too: camera (its microphone), a file such as a WAV, alsa:hw:0, pulse (also PipeWire) or pulse:NAME; see "
        + "`mattetool devices`.",
      valueName: "device"))
  var sound: String?
  @OptionGroup var zoom: CaptureZoomOptions
  @OptionGroup var effects: CaptureEffectOptions
  @OptionGroup var photos: CapturePhotoOptions

  struct PresetArgument: ExpressibleByArgument {
    let preset: CaptureSessionPreset

    init(preset: CaptureSessionPreset) { self.preset = preset }
    init?(argument: String) {
      guard let preset = CaptureSessionPreset(rawValue: argument) else { return nil }
      self.init(preset: preset)
    }

    var defaultValueDescription: String { preset.rawValue }
    static var allValueStrings: [String] { CaptureSessionPreset.allCases.map(\.rawValue) }
  }

  func validate() throws {
    guard duration.map({ $0.time > .zero }) ?? true else { throw ValidationError("--duration takes a time above 0") }
    if let maxFrameRate, maxFrameRate < 1 {
      throw RefusedValue.error("--max-frame-rate", takes: "a number from 1", not: maxFrameRate)
    }
    try FrameOutput.checkMovieName(output)
    guard [0, 90, 180, 270].contains(angle) else { throw ValidationError("--angle takes 0, 90, 180 or 270") }
  }

  /// The files that are read beside the device's: of the sound, of effects, and the pictures in the place of a device.
  private func sources() throws -> SourceFiles {
    var sources = SourceFiles(
      input: nil,
      read: effects.effect.map {
        RecipeFiles(path: CommandLinePath.path).versions(effect: $0, settings: effects.settings.settings)
      } ?? [])
    if let sound { sources.add(.path(CommandLinePath.path(sound)), as: .sound) }
    if device != "-", !DevicePath.isDevice(device), MediaInput.isImageSequence(device) {
      for picture in try MediaInput.imageSequence(device, frameRate: .default).files {
        sources.add(.path(FilePath(bytes: picture.path.utf8)), as: .image)
      }
    }
    return sources
  }

  func run() async throws {
    try await Failure.reporting {
      let memory = StreamMemory.returningFreeMemory(every: 10)
      defer { memory.cancel() }
      let target = try FrameOutput.movie(output)
      if device != "-" { try FrameStreamError.requireOther(target, than: MediaInput.url(device)) }
      let sources = try self.sources()
      try FrameOutput.check(output, against: sources)
      let camera = try await CaptureSource.device(device, frameRate: frameRate)
      let preset = try effects.preset()
      let run = try CaptureRun(camera: camera, name: device, showing: preview != nil) { outputs in
        try preset.map { try effects.output(of: $0, to: outputs) }
      }
      try await run.prepare(
        preset: self.preset.preset, maxFrameRate: maxFrameRate, angle: angle, isMirrored: mirror, faces: faces,
        sound: sound.map { try CaptureSource.sound($0, besides: camera) })
      try await run.add(zoom)
      var still: EffectStack?
      if let preset { still = try await RunningEffects.still(preset) }
      let photos = try photos.taking(besides: output, drawing: still, sources: sources, overwriting: overwrite)
      try await run.add(photos)
      if let preview { try await run.addPreview(port: preview) }
      run.movie.maxRecordedDuration = duration?.time
      var settings = run.movie.recommendedMovieSettings
      settings.averageBitRate = bitRate?.bitsPerSecond
      try run.movie.startRecording(to: target, settings: settings, overwriting: overwrite)
      // From standard input come frames, not keys.
      let zoomRate = device == "-" ? nil : zoom.zoomRate
      let (movie, isInterrupted) = try await CancellingSignals.run {
        (try await run.record(zoomRate: zoomRate), Task.isCancelled)
      }
      guard let movie else { return }
      if movie.frameCount == 0 {
        // Why there are no frames, rather than that a movie needs some.
        if let error = await run.failure { throw error }
        if isInterrupted { throw FrameStreamError.cancelled(file: target.shownPath) }
      }
      report(movie, droppedByEffects: run.effects?.counts.dropped ?? 0)
      if let error = movie.error { throw error }
      try await photos.finish()
      if photos.count > 0 { Console.note("\(photos.count) photos") }
      if let error = await run.failure { throw error }
      ProcessEnd.now()
    }
  }

  private func report(_ movie: CapturedMovie, droppedByEffects: Int) {
    if droppedByEffects > 0 {
      Console.warning(
        "\(device): \(droppedByEffects) frames were dropped, because drawing was too slow; a smaller --preset or a lower "
          + "--max-frame-rate helps")
    }
    if movie.droppedFrameCount > 0 {
      Console.warning("\(device): \(movie.droppedFrameCount) frames were dropped, because writing was too slow")
    }
    // With --faces, standard output has their lines of JSON alone.
    guard !faces else { return }
    let seconds = ((movie.lastTime ?? .zero) - (movie.firstTime ?? .zero)).seconds
    Console.print("\(output): \(movie.frameCount) frames in \((seconds * 100).rounded() / 100) s")
  }
}
