import ArgumentParser
import Batch
import FoundationEssentials
import MatteKit
import SystemPackage

struct MattesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mattes", abstract: "Write the mattes of a photo or a movie as gray pictures or movies.",
    discussion: """
      Photos: writes DIR/<stem>.<kind>.png, 8-bit gray, upright, white where the picture belongs to the kind. No file \
      is written for a kind that the photo does not show. The mattes cover the subjects of the photo; people far \
      behind them count as background. With one kind, -o may name the file itself, in the format of its extension, or \
      be - for standard output. With --overwrite, DIR/<stem>.<kind>.png of an earlier run is removed if the photo does \
      not show a kind that --kinds names; a file of that name that is not a gray PNG is kept.

      Movies, folders or patterns of pictures, cameras, and y4m on standard input: writes DIR/<stem>.<kind>.mp4, a \
      gray movie of half the size with the frames' times. --format chooses another container, or png for pictures \
      (DIR/<kind>/000001.png). With one kind, -o may name the movie itself, or be - for y4m. If a frame does not show \
      a kind, its matte is black. An animated GIF is a movie; its first frame is used if -o names a picture, or if \
      --format png goes to standard output.

      Examples:
        mattetool mattes portrait.heic -o mattes/
        mattetool mattes talk.mp4 --kinds portrait --lossless -o portrait.mkv
        mattetool mattes talk.mp4 --kinds hair,skin --format png -o mattes/
      """)

  @Argument(
    help: "A photo, a movie, a folder or pattern of pictures, or a camera; - for standard input.", completion: .file())
  var input: String
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder to write to, created if needed; for one kind also a file, or - for standard output.",
      valueName: "dir|file|-"))
  var output: String
  @Option(help: "The mattes to make: hair, skin, teeth, portrait, separated by commas.")
  var kinds = MatteKindList(kinds: MatteKind.generated)
  @Option(help: "The size of the mattes: half the photo's, as files store them, or full.") var size = MatteSize.half
  @OptionGroup var choice: MatteOptions
  @Option(help: "Short for --matte-quality.") var quality: MatteQuality?
  @OptionGroup var span: MovieSpanOptions
  @OptionGroup var coding: MovieCodingOptions
  @Option(
    help: ArgumentHelp(
      "Movies: what to write; png for pictures.", valueName: "format"))
  var format = MovieFormat.mp4
  @Flag(help: "Movies: code the mattes without loss.") var lossless = false
  @Option(help: ArgumentHelp("Movies: the progress on standard error.", valueName: "style"))
  var progress = MovieProgressStyle.auto
  @OptionGroup var damage: DamagedOption
  @Flag(help: "Replace existing files.") var overwrite = false
  @Flag(help: "Write a report as a JSON document.") var json = false
  @OptionGroup var remote: RemoteOptions

  enum MatteSize: String, ExpressibleByArgument, CaseIterable {
    case half, full
  }

  enum MovieFormat: String, ExpressibleByArgument, CaseIterable {
    case mp4, mov, mkv, webm, png
  }

  struct Report: Encodable {
    struct File: Encodable {
      let kind, path: String
      let width, height: Int
      /// The mean probability of the pixels that the network assigned to this kind.
      let confidence: Double?
    }

    /// The probability that the photo shows a person.
    let confidence: Double?
    let mattes: [File]
    /// Files of an earlier run that no new file replaces.
    let removed: [String]
  }

  func validate() throws {
    try kinds.checkRepetition("--kinds")
    guard output == "-" else {
      let named = CommandLinePath.path(output).extension ?? ""
      let isNamed = !output.hasSuffix("/") && MovieContainer(pathExtension: named) != nil
      return try coding.check(for: output, pathExtension: isNamed ? named : format.rawValue)
    }
    if kinds.kinds.count != 1 { throw ValidationError("-o - writes one matte; name it with --kinds") }
    if json { throw ValidationError("--json and -o - cannot both use standard output") }
  }

  func run() async throws {
    try await Failure.reporting(damage) {
      switch try MediaInput(
        input, frameRate: span.frameRate, from: span.from?.time, to: span.to?.time,
        isPhotoWanted: output == "-" ? format == .png : MattePlace.isPicture(output), remote: remote.files)
      {
      case .photo(let photo):
        try write(mattesOf: photo)
        ProcessEnd.now()
      case .frames(let source): try await write(mattesOf: source)
      }
    }
  }

  private func write(mattesOf source: MovieSource) async throws {
    if output == "-", format == .png { try FrameOutput.check(.png, for: output) }
    let stem = input == "-" ? "stdin" : FilePath(input).stem ?? "mattes"
    let folder = URL(filePath: output, directoryHint: .isDirectory)
    let isFile = try MattePlace(output, ofMovie: true, kinds: kinds.kinds) != .folder
    if !isFile { try Folder.make(CommandLinePath.path(output)) }
    var targets: [MatteKind: MovieTarget] = [:]
    for kind in kinds.kinds {
      if isFile {
        targets[kind] = try FrameOutput.target(output)
      } else if format == .png {
        targets[kind] = try FrameOutput.images(in: folder.appending(path: kind.rawValue), .png)
      } else {
        targets[kind] = .movie(folder.appending(path: "\(stem).\(kind.rawValue).\(format.rawValue)"))
      }
    }
    var options = MovieOptions()
    options.matteQuality = quality ?? choice.matteQuality
    options.weights = choice.models
    options.metadata = .strip
    (options.start, options.end) = (span.from?.time, span.to?.time)
    (options.codec, options.rateFactor, options.isLossless) = (coding.codec, coding.rateFactor, lossless)
    let processor = MatteMovieProcessor(isFullSize: size == .full, options: options)
    let (overwrite, start) = (overwrite, ContinuousClock.now)
    try await MovieRun(name: source.name, progress: progress, isLive: source.isLive).run { [targets] report in
      try await processor.process(source, to: targets, overwriting: overwrite, reporting: report)
    } reporting: { result in
      if json {
        try Console.print(
          json: MovieReport(
            input: CommandLinePath.path(input), output: CommandLinePath.path(output), result, since: start))
      }
    }
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  private func write(mattesOf source: InputFile) throws {
    let isObject = FilePlace.isObject(output)
    let place = try MattePlace(output, ofMovie: false, kinds: kinds.kinds)
    let isFolder = place == .folder
    let target = try OutputTarget(
      isFolder && isObject && !output.hasSuffix("/") ? output + "/" : output, remote: remote.files)
    let targets =
      isFolder ? targets(for: source, in: target, isObject: isObject) : kinds.kinds.map { ($0, target) }
    try check(targets.map { $0.target }, for: source)
    let (photo, detector) = try source.photo(options: damage.reading(.none)) {
      try FaceDetector(maximumFaces: MatteGenerator.maximumCloseUps)
    }
    for warning in photo.warnings { Console.warning("\(source.name): \(warning)") }
    let faces = try detector.faces(in: photo)
    let mattes = try choice.generator(quality: quality).mattes(Set(kinds.kinds), for: photo, faces: faces, in: .upright)
    if mattes.isEmpty { Console.warning("\(source.name): \(mattes.reasonForNone(of: Set(kinds.kinds), faces: faces))") }
    if !isFolder, let kind = kinds.kinds.first, mattes[kind] == nil {
      throw MatteMissing(input: source.name, kind: kind)
    }

    if !isObject, !target.isStandardOutput {
      let path = CommandLinePath.path(output)
      try Folder.make(isFolder ? path : path.folder)
    }
    let (files, removed) = try write(mattes, of: photo, named: source.name, to: targets, as: place.format)
    if json {
      try Console.print(
        json: Report(confidence: mattes.confidence.map { Self.rounded($0) }, mattes: files, removed: removed))
    } else if !target.isStandardOutput {
      for file in files { Console.print("\(file.path)  \(file.width)x\(file.height)") }
    }
  }

  /// - Throws: before any work, for a file that exists and may not be replaced, also of a kind that the photo turns out
  ///   not to show.
  private func check(_ targets: [OutputTarget], for source: InputFile) throws {
    let sources = SourceFiles(input: source.place)
    for target in targets {
      try target.check(overwriting: overwrite)
      guard let part = target.place.flatMap(sources.part) else { continue }
      throw ValidationError("\(target.name): the matte would replace \(part.rawValue); choose another name")
    }
  }

  /// Writes mattes, and removes those of an earlier run of kinds that the photo does not show.
  ///
  /// - Parameter name: the photo's name in messages.
  private func write(
    _ mattes: MatteSet, of photo: Photo, named name: String, to targets: [(kind: MatteKind, target: OutputTarget)],
    as format: PhotoFormat
  ) throws -> (files: [Report.File], removed: [String]) {
    var (files, removed): ([Report.File], [String]) = ([], [])
    for (kind, target) in targets {
      guard let matte = mattes[kind] else {
        if overwrite, let outcome = try target.remove(kind) {
          if outcome.isRemoved { removed.append(target.name) }
          Console.warning("\(name): \(outcome.warning)")
        }
        continue
      }
      let pixels = size == .half ? matte.pixels : try matte.pixels.resized(to: photo.uprightSize)
      try target.write(
        Photo(pixels: pixels).data(as: .default(for: format)), overwriting: overwrite && !target.isStandardOutput)
      files.append(
        .init(
          kind: kind.rawValue, path: target.name, width: pixels.width, height: pixels.height,
          confidence: matte.confidence.map { Self.rounded($0) }))
    }
    return (files, removed)
  }

  /// The target of the matte of each requested kind.
  private func targets(
    for source: InputFile, in folder: OutputTarget, isObject: Bool
  ) -> [(kind: MatteKind, target: OutputTarget)] {
    MatteKind.generated.filter(kinds.kinds.contains).map { kind in
      let name = source.outputName(".\(kind.rawValue).png")
      return (
        kind,
        isObject ? folder.sibling(named: name) : OutputTarget.file(CommandLinePath.path(output).appending(name))
      )
    }
  }
}
