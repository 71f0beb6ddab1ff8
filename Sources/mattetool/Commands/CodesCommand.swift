import ArgumentParser
import Batch
import MatteKit
import SystemPackage

struct CodesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "codes", abstract: "Read the bar codes and QR codes in photos, folders, movies and cameras.",
    discussion: """
      Each INPUT is a photo, a folder of photos and movies, a movie, a camera (/dev/video0), or - for a photo or y4m \
      on standard input. Only the types of --types are read; the default is \
      \(CodesCommand.names(of: MachineReadableCode.standardTypes)). Other types are \
      \(CodesCommand.names(of: MachineReadableCode.allTypes.subtracting(MachineReadableCode.standardTypes))); all \
      stands for every type. UPC-A is reported as an ean13 that begins with 0.

      --json writes a line for each photo and for each frame of a movie: {"file","frame","time","codes":[{"type","id",\
      "text","bytes","corners","bounds","errorCorrectionLevel","symbologyIdentifier","inverted","mirrored"}]}. Corners are \
      those of the code as it is printed, from its top left clockwise, as fractions of the upright picture; bytes are in \
      base64; times are seconds from the movie's first frame. A name that is not UTF-8 is percent-encoded. In a \
      movie a code keeps its ID while it is seen; without --json it is printed once. Ctrl-C and SIGTERM end the work after \
      the current frame, with exit code 130, or 0 for a camera. If one of several files cannot be read, the others are \
      processed, and the exit code is 1; if there is none at all, it is 2.

      Examples:
        mattetool codes receipt.jpg
        mattetool codes photos/ --types qr,ean13 --json
      """)

  @Argument(
    help: ArgumentHelp("A photo, folder, movie or camera; - for standard input.", valueName: "input"),
    completion: .file())
  var inputs: [String]
  @Option(help: "The types to look for, separated by commas, such as qr,ean13; or all.") var types: CodeTypeList?
  @Flag(help: "Write one line of JSON per photo or frame.") var json = false
  @Option(
    help: ArgumentHelp(
      "Report at most this many codes a picture (default: all of a photo, 4 of a frame).", valueName: "n")
  )
  var maximumCodes: Int?
  @Option(
    help: ArgumentHelp(
      "How thoroughly a picture is searched (default: balanced for photos, fast for frames).",
      valueName: CodeDetector.Effort.allCases.map(\.rawValue).joined(separator: "|")))
  var effort: CodeDetector.Effort?
  @Option(
    help: ArgumentHelp(
      "Look only in this part of the upright picture, in fractions from the top left.",
      valueName: "x,y,width,height"))
  var region: RegionArgument?
  @Flag(help: "Also report codes that were found but could not be read.") var unread = false
  @OptionGroup var damage: DamagedOption
  @Option(help: FrameRateArgument.help) var frameRate: FrameRateArgument?
  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    if let maximumCodes, !(1...255).contains(maximumCodes) {
      throw RefusedValue.error("--maximum-codes", takes: "a number from 1 to 255", not: maximumCodes)
    }
    guard !inputs.isEmpty else { throw ValidationError("name a photo, a folder, a movie or a camera") }
  }

  static func names(of types: Set<MetadataObjectType>) -> String {
    types.map(\.rawValue).sorted().joined(separator: ", ")
  }

  func run() async throws {
    try await Failure.reporting(damage) {
      let detector = try CodeDetector(
        types: types?.types ?? MachineReadableCode.standardTypes, maximumCodes: maximumCodes ?? .max,
        regionOfInterest: region?.rect ?? .full, effort: effort ?? .balanced, includesUnread: unread)
      guard inputs.count == 1, !CommandLinePath.path(inputs[0]).isFolder else {
        return try await readCancellably(isLive: false) { try await readAll(with: detector) }
      }
      // A signal ends the process while it waits for a pipe: for the beginning of a stream, or the rest of a photo.
      switch try open(inputs[0]) {
      case .photo(let file):
        try read(file, with: detector)
        ProcessEnd.now()
      case .frames(let source): try await readCancellably(isLive: source.isLive) { try await readFrames(of: source) }
      }
    }
  }

  /// Reads until the end, a signal or the end of standard output's reader, and ends the process.
  private func readCancellably(isLive: Bool, _ read: @escaping @Sendable () async throws -> Void) async throws {
    let isInterrupted = try await CancellingSignals.run {
      do {
        try await read()
      } catch is Console.Closed {
        // A closed standard output ends the work.
      }
      return Task.isCancelled
    }
    ProcessEnd.now(isInterrupted && !isLive ? ExitCode(CancellingSignals.exitCode) : .success)
  }

  /// With several files, one that cannot be read does not stop the others. If none can, the first error gives the exit
  /// code.
  private func readAll(with detector: CodeDetector) async throws {
    var (failure, hasRead): (ExitCode?, Bool) = (nil, false)
    var isEmpty = false
    func attempt(_ file: FilePath, _ read: () async throws -> Void) async throws {
      do {
        try await read()
        hasRead = true
      } catch let error where error is CancellationError || error is Console.Closed {
        throw error
      } catch {
        let (name, text) = (file.shown, "\(error)")
        Console.error("error: " + (text.hasPrefix(name) ? text : "\(name): \(text)"))
        failure = failure ?? Failure.code(for: error)
      }
    }
    for input in inputs where !Task.isCancelled {
      let path = CommandLinePath.path(input)
      guard path.isFolder else {
        try await attempt(path) { try await read(input, with: detector) }
        continue
      }
      let (files, unreadable) = Self.files(in: path)
      for folder in unreadable {
        Console.error("error: \(folder)")
        failure = failure ?? Failure.badInput
      }
      if files.isEmpty, unreadable.isEmpty {
        Console.warning("\(input): it holds no photos and no movies")
        isEmpty = true
      }
      for file in files where !Task.isCancelled {
        try await attempt(file) {
          if file.isText {
            try await read(file.string, with: detector)
          } else {
            try readNameless(file, with: detector)
          }
        }
      }
    }
    if Task.isCancelled { return }
    if let failure { throw hasRead ? ExitCode.failure : failure }
    if isEmpty, !hasRead { throw Failure.nothingToDo }
  }

  private static func files(in folder: FilePath) -> (files: [FilePath], unreadable: [UnreadableFolder]) {
    var (files, faults): ([FilePath], [UnreadableFolder]) = ([], [])
    for finding in FolderScan(of: folder, isRecursive: true) {
      switch finding {
      case .file(let name): files.append(folder.pushing(name))
      case .unreadable(let folder): faults.append(folder)
      case .warning(let text): Console.warning(text)
      case .folder, .other: break
      }
    }
    return (files, faults)
  }

  private func read(_ input: String, with detector: CodeDetector) async throws {
    switch try open(input) {
    case .photo(let file): try read(file, with: detector)
    case .frames(let source): try await readFrames(of: source)
    }
  }

  private func open(_ input: String) throws -> MediaInput {
    // With several inputs, the rate is that of image sequences only.
    let rate = inputs.count == 1 || MediaInput.isImageSequence(input) ? frameRate : nil
    return try MediaInput(input, frameRate: rate, from: nil, to: nil, isPhotoWanted: true, remote: remote.files)
  }

  /// Reads a photo whose name is not UTF-8.
  ///
  /// - Throws: `unreadable` for a movie, because FFmpeg opens files by strings.
  private func readNameless(_ path: FilePath, with detector: CodeDetector) throws {
    let start = try PlainFile.read(path, atMost: MediaKind.signatureLength)
    guard MediaKind(signature: start) != .movie || PhotoFormat(signature: start) == .gif else {
      throw PhotoFileError.unreadable(
        file: path.shown, reason: "it is a movie, and its name is not UTF-8; rename it")
    }
    try read(InputFile(path), with: detector)
  }

  private func read(_ file: InputFile, with detector: CodeDetector) throws {
    let photo = try file.photo(options: damage.reading(.none))
    let name = file.name
    for warning in photo.warnings { Console.warning("\(name): \(warning)") }
    let codes = try detector.codes(in: photo.pixels, orientation: photo.orientation)
    if json {
      try Console.print(jsonLine: CodesReport(file: file.name, frame: nil, time: nil, codes: codes))
    } else {
      if codes.isEmpty { Console.print("\(name): no codes") }
      for code in codes { Console.print("\(name): \(CodeReport(code).line)") }
    }
  }

  private func readFrames(of source: MovieSource) async throws {
    let tracker = try CodeTracker(
      types: types?.types ?? MachineReadableCode.standardTypes, maximumCodes: maximumCodes ?? 4,
      regionOfInterest: region?.rect ?? .full, effort: effort ?? .fast, includesUnread: unread)
    var (number, known): (Int, Set<Int>) = (0, [])
    let counts = FrameCounts()
    let name = source.name
    defer { for warning in source.warnings(of: counts) { Console.warning("\(name): \(warning)") } }
    for try await frame in source.frames.delivered(source.isLive ? .latest : .everyFrame, counting: counts) {
      let codes = try tracker.update(frame)
      let time = source.timeSinceStart(frame.time)
      if json {
        try Console.print(
          jsonLine: CodesReport(file: source.name, frame: number, time: time.seconds, codes: codes))
      } else {
        for code in codes where known.insert(code.id ?? 0).inserted {
          Console.print("\(name): at \(CodeReport.seconds(time)) s, \(CodeReport(code).line)")
        }
      }
      number += 1
    }
    if !json, known.isEmpty { Console.print("\(name): no codes in \(number) frame\(number == 1 ? "" : "s")") }
  }
}

extension CodeDetector.Effort: ExpressibleByArgument {}
