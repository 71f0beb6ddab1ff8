import ArgumentParser
import Batch
import FoundationEssentials
import MatteKit
import SystemPackage

struct ApplyEffectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply-effect", abstract: "Apply effects to a photo or a movie.",
    discussion: """
      Photos: the output's extension selects its format: \(PhotoFormat.writtenExtensions). \
      \(PhotoFormat.names(joinedBy: "and") { $0.holds(.auxiliaryImages) }) files embed the mattes as auxiliary images. \
      For other formats --mattes beside writes them as files, such as portrait.hair.png beside portrait.webp. A GIF \
      with one frame is a photo; of an animated GIF the first frame is used if the output's name or --format asks for \
      a photo. If no person is found in a photo, it is written unchanged, with a warning.

      Movies: INPUT is a movie file, a folder of pictures or a pattern for them (quoted: 'frames/*.png', or \
      frames/%06d.png), a camera (/dev/video0), or - for y4m on standard input. OUTPUT is a movie (.mp4, .mov, .m4v, \
      .mkv, .webm), a folder for pictures (ending in /), or - for y4m, whose rate is constant: longer frames are \
      repeated. In a movie frames keep their times; the sound is copied. Faces are tracked: --only-face takes the IDs that \
      `mattetool track` lists for the whole movie. Ctrl-C ends the movie after the current frame.

      Several effects, joined by + or in a preset file, are applied in order. `mattetool effects` lists the effects with \
      their settings; with NAME --as-json it prints a preset to start from. `mattetool batch` processes many files.

      Examples:
        mattetool apply-effect hair-color --set color=#2f6fb0 in.heic -o blue.heic
        mattetool apply-effect smooth-skin+stage-light \\
            --set stage-light.style=mono portrait.heic -o stage.heic
        mattetool apply-effect replace-background --set color=transparent \\
            portrait.heic -o cut-out.png
        mattetool apply-effect look.json portrait.heic -o look.jpg
        mattetool apply-effect blur-background --matte-quality fast \\
            talk.mp4 -o soft.mp4
        mattetool apply-effect blur-background - -o - <portrait.jpg >blurred.jpg
        ffmpeg -i talk.mkv -f yuv4mpegpipe - \\
            | mattetool apply-effect sticker - -o - | ffplay -
      """)

  @Argument(help: "An effect's name, several names joined by +, or a preset file (.json).", completion: .effect)
  var effect: String
  @Argument(
    help: "A photo, a movie, a folder or pattern of pictures, or a camera; - for standard input.", completion: .file())
  var input: String
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write; - for standard output.", valueName: "file|-"),
    completion: .file())
  var output: String
  @Option(
    help: ArgumentHelp(
      """
      The format, if the output's name does not determine it; same is the input's, the default for standard output.
      """, valueName: "format"))
  var format: OutputFormat?
  @OptionGroup var effects: EffectOptions
  @OptionGroup var coding: CodingOptions
  @OptionGroup var movie: MovieCommandOptions
  @Option(help: ArgumentHelp("Movies: the progress on standard error.", valueName: "style"))
  var progress = MovieProgressStyle.auto
  @Flag(
    help: """
      Replace the output if it exists, once the new file is complete. A photo may be its own output, a movie may not.
      """) var overwrite = false
  @Flag(help: "Write a report as a JSON document.") var json = false
  @Option(
    help: ArgumentHelp(
      "Write the line of JSON that `batch` writes about a file to this file (replaced if it exists) or -.",
      valueName: "file|-"),
    completion: .file())
  var report: String?
  @OptionGroup var remote: RemoteOptions

  struct Report: Encodable {
    let input, output, effect: String
    let faces: [Face]
    let mattes: [String]
    let milliseconds: [String: Double]
  }

  func validate() throws {
    let target = try OutputTarget(output, remote: remote.files)
    let users = [("--json", json), ("-o -", target.isStandardOutput), ("--report -", report == "-")].filter(\.1).map(
      \.0)
    if users.count > 1 {
      throw ValidationError("\(users.joined(separator: " and ")) cannot both use standard output")
    }
    if input == "-", coding.faceSearch.facesFrom == "-" {
      throw ValidationError("the input and --faces-from cannot both use standard input")
    }
    if coding.mattes == .beside, target.isStandardOutput || FrameOutput.isMovie(output) {
      throw ValidationError("--mattes beside needs a photo's file to write the mattes beside")
    }
    if FrameOutput.isMovie(output), format != nil {
      throw ValidationError("--format is for photos; the kind of a movie follows from the name after -o")
    }
    try movie.coding.check(for: output, pathExtension: CommandLinePath.path(output).extension ?? "")
    try coding.quality?.check(for: output)
    if let named = target.namedFormat, !named.isWritable, !FrameOutput.isMovie(output) {
      throw ValidationError(
        "\(output): \(named.name) is only read; name the output with \(PhotoFormat.writtenExtensions)")
    }
    if let named = target.namedFormat, let format = format?.format, format != named {
      throw ValidationError("\(output): --format contradicts the extension")
    }
  }

  func run() async throws {
    try await Failure.reporting(coding.damage) {
      let files = remote.files
      let target = try OutputTarget(output, remote: files)
      try target.check(overwriting: overwrite)
      try FrameOutput.check(output, against: SourceFiles(input: nil, read: readFiles))
      let line = try ReportLine(report, input: input, output: output)
      try await line.reportingFailure {
        var start = movie.span.from?.time
        // Identities count from the movie's beginning.
        if start != nil, try !effects.preset(effect, allowsMovies: true).stack.selectedFaces.isEmpty { start = nil }
        switch try MediaInput(
          input, frameRate: movie.span.frameRate, from: start, to: movie.span.to?.time,
          isPhotoWanted: isPhotoNamed(target), remote: files)
        {
        case .photo(let photo) where !FrameOutput.isMovie(output):
          if output.hasSuffix("/"), !FilePlace.isRemote(output) {
            throw PhotoFileError.unwritable(file: output, reason: "it names a folder; name a file in it")
          }
          try NeedlessOptions.refuse(movie.given, for: input, which: "a photo", insteadOf: "movies")
          try target.checkFolder()
          try apply(effects.preset(effect).stack, to: photo, target, line)
        case .photo(let photo):
          // It is detected by its first bytes, and a picture by its name.
          if photo.isBegun {
            throw ValidationError(
              "what comes through a pipe becomes a movie if it is y4m (ffmpeg -i FILE -f yuv4mpegpipe -); name a photo's file"
            )
          }
          try await apply(
            effects.preset(effect, allowsMovies: true), to: MediaInput.frames(input, frameRate: movie.span.frameRate),
            line)
        case .frames(let source): try await apply(effects.preset(effect, allowsMovies: true), to: source, line)
        }
      }
    }
  }

  /// Whether the output is a photo by its name, or by --format if it has none.
  private func isPhotoNamed(_ target: OutputTarget) -> Bool {
    if target.namedFormat != nil { return !FrameOutput.isPattern(output) }
    return format?.format != nil && !FrameOutput.isMovie(output) && !output.hasSuffix("/")
  }

  private func apply(_ stack: EffectStack, to source: InputFile, _ target: OutputTarget, _ line: ReportLine) throws {
    if target.namedFormat == nil, format == nil, !target.isStandardOutput {
      throw ValidationError("\(output): the output's name must end in \(PhotoFormat.writtenExtensions)")
    }
    var clock = StageClock()
    let options = try coding.processing()
    // No further photo follows.
    let networks = PhotoNetworks(for: options, keepingNetworks: false)
    let processor = EffectProcessor(IdentifiedEffects(stack, identifier: ""), options: options, networks: networks)
    try checkIsNoMatte(source, of: processor.companions, beside: target)
    let data = try clock.time("read") { try source.photoBytes() }
    let format = target.namedFormat ?? format?.format ?? PhotoFormat(signature: data)?.writtenFormat ?? .png
    let processed = try processor.process(data, name: source.name, as: format, measuring: &clock)
    // All or none: an existing file is found before the first is written.
    let mattes = try matteFiles(of: processed, beside: target)
    let removed = try clock.time("write") {
      try target.write(processed.data, overwriting: overwrite)
      for (target, bytes) in mattes { try target.write(bytes, overwriting: overwrite) }
      return try target.removeMattes(
        StaleMattes.kinds(of: overwrite ? processor.companions : [], besides: processed.separateMattes.kinds))
    }
    for warning in processed.warnings + removed { Console.warning("\(source.name): \(warning)") }
    if json {
      try Console.print(
        json: Report(
          input: FilePlace.shown(input), output: output, effect: stack.name,
          faces: processed.faces.map { $0.reported(withLandmarks: true) },
          mattes: processed.mattes.map(\.rawValue), milliseconds: clock.milliseconds))
    }
    try line.write(processed, adding: removed, milliseconds: clock.milliseconds)
    withExtendedLifetime(processor) { ProcessEnd.now() }
  }

  /// The files that the effects read.
  private var readFiles: [FileVersion] {
    RecipeFiles(path: CommandLinePath.path).versions(effect: effect, settings: effects.settings)
  }

  /// - Throws: `ValidationError` if a matte's file beside the output would be the input, or a file that the effects
  ///   read.
  private func checkIsNoMatte(_ source: InputFile, of kinds: [MatteKind], beside target: OutputTarget) throws {
    guard !kinds.isEmpty else { return }
    let sources = SourceFiles(input: source.place, read: readFiles)
    for matte in kinds.compactMap({ target.matte($0)?.place }) {
      guard let part = sources.part(at: matte) else { continue }
      throw ValidationError(
        "\(output): the matte beside it, \(matte), would replace \(part.rawValue); choose another name")
    }
  }

  /// The mattes that are files of their own, named after the photo's.
  private func matteFiles(
    of processed: ProcessedPhoto, beside target: OutputTarget
  ) throws -> [(file: OutputTarget, bytes: [UInt8])] {
    try processed.separateMattes.compactMap { matte in
      guard let file = target.matte(matte.kind) else { return nil }
      try file.check(overwriting: overwrite)
      return (file, try Photo(pixels: matte.pixels).data(as: .png))
    }
  }

  private func apply(_ preset: EffectPreset, to source: MovieSource, _ line: ReportLine) async throws {
    try NeedlessOptions.refuse(coding.givenForPhotos, for: source.name, which: "a movie", insteadOf: "photos")
    try FrameOutput.check(format?.format, for: output)
    let processor = MovieProcessor(preset, options: movie.movie(coding))
    let (target, overwrite, start) = (try FrameOutput.target(output), overwrite, ContinuousClock.now)
    try await MovieRun(name: source.name, progress: progress, isLive: source.isLive).run { report in
      try await processor.process(source, to: target, overwriting: overwrite, reporting: report)
    } reporting: { result in
      let report = MovieReport(
        input: CommandLinePath.path(input), output: CommandLinePath.path(output), result, since: start)
      if json { try Console.print(json: report) }
      try line.write(report)
    }
  }
}
