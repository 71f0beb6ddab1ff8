import ArgumentParser
import Batch
import FoundationEssentials
import MatteKit
import SystemPackage

struct CodesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "codes", abstract: "Read the bar codes and QR codes in photos, folders, movies and cameras.",
    discussion: """
      Each INPUT is a photo, a folder of photos and movies, a movie, a camera (/dev/video0), or - for a photo or y4m on \
      standard input. Nothing is looked for but the types of --types; without it: \
      \(CodesCommand.names(of: MachineReadableCode.standardTypes)). There are also \
      \(CodesCommand.names(of: MachineReadableCode.allTypes.subtracting(MachineReadableCode.standardTypes))), and all. UPC-A \
      is an ean13 that begins with 0.

      --json writes a line for each photo, and for each frame of a movie: {"file","frame","time","codes":[{"type","id",\
      "text","bytes","corners","bounds","errorCorrectionLevel","symbologyIdentifier","inverted","mirrored"}]}. Corners are \
      those of the code as it is printed, from its top left clockwise, as fractions of the upright picture; bytes are in \
      base64; times are seconds from the movie's first frame. A name in a folder that is not UTF-8 is told percent-encoded. In a movie a code keeps its ID while it is seen; without --json it is told once. \
      Ctrl-C and SIGTERM end the work after the current frame, with 130 but of a camera.
      """)

  @Argument(help: "A photo, folder, movie or camera; - for standard input.", completion: .file()) var inputs: [String]
  @Option(help: "The types to look for, separated by commas, as in qr,ean13; or all.") var types: CodeTypeList?
  @Flag(help: "Write one line of JSON per photo or frame.") var json = false
  @Option(help: "Report at most this many codes a picture.") var maximumCodes: Int?
  @Option(
    help: ArgumentHelp(
      "How much is tried with a picture (default: balanced for photos, fast for frames).",
      valueName: CodeDetector.Effort.allCases.map(\.rawValue).joined(separator: "|")))
  var effort: CodeDetector.Effort?
  @Option(help: "Look only in this part of the upright picture: x,y,width,height as fractions from the top left.")
  var region: RegionArgument?
  @Flag(help: "Report codes that were found and could not be read, too.") var unread = false
  @OptionGroup var damage: DamagedOption
  @OptionGroup(title: "Object storage and the web") var remote: RemoteOptions
  @Option(help: FrameRateArgument.help) var frameRate: FrameRateArgument?

  func validate() throws {
    guard maximumCodes.map({ (1...255).contains($0) }) ?? true else {
      throw ValidationError("--maximum-codes takes a number from 1 to 255")
    }
    guard !inputs.isEmpty else { throw ValidationError("name a photo, a folder, a movie or a camera") }
  }

  static func names(of types: Set<MetadataObjectType>) -> String {
    types.map(\.rawValue).sorted().joined(separator: ", ")
  }

  func run() async throws {
    try await Failure.reporting {
      let detector = try CodeDetector(
        types: types?.types ?? MachineReadableCode.standardTypes, maximumCodes: maximumCodes ?? 10,
        regionOfInterest: region?.rect ?? .full, effort: effort ?? .balanced, includesUnread: unread)
      let isInterrupted = try await CancellingSignals.run {
        if inputs.count == 1, !Self.isFolder(inputs[0]) {
          // Who has seen enough ends the work.
          do { try await read(inputs[0], with: detector) } catch is Console.Closed {}
        } else {
          try await readAll(with: detector)
        }
        return Task.isCancelled
      }
      let isLive = inputs.count == 1 && DevicePath.isDevice(inputs[0])
      ProcessEnd.now(isInterrupted && !isLive ? ExitCode(CancellingSignals.exitCode) : .success)
    }
  }

  private static func isFolder(_ argument: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder) && isFolder
  }

  /// Several files: one that cannot be read does not stop the others. The first of them gives the exit code.
  private func readAll(with detector: CodeDetector) async throws {
    var failure: ExitCode?
    for input in inputs {
      let (files, unreadable) = Self.isFolder(input) ? Self.files(in: input) : ([CommandLinePath.path(input)], [])
      for folder in unreadable {
        Console.error(TerminalText.shown("\(folder)"))
        failure = failure ?? Failure.badInput
      }
      if files.isEmpty, unreadable.isEmpty {
        Console.warning("\(TerminalText.shown(input)): it holds no photos and no movies")
      }
      for file in files {
        if Task.isCancelled { return }
        do {
          if Self.isFolder(input), !file.isText {
            try readNameless(file, with: detector)
          } else {
            try await read(Self.isFolder(input) ? file.string : input, with: detector)
          }
        } catch let error as CancellationError {
          throw error
        } catch is Console.Closed {
          return
        } catch {
          let (name, text) = (file.isText ? file.description : file.percentEncoded, "\(error)")
          Console.error(TerminalText.shown(text.hasPrefix(name) ? text : "\(name): \(text)"))
          failure = failure ?? Failure.code(for: error)
        }
      }
    }
    if let failure { throw failure }
  }

  private static func files(in folder: String) -> (files: [FilePath], unreadable: [UnreadableFolder]) {
    let path = CommandLinePath.path(folder)
    var (files, faults): ([FilePath], [UnreadableFolder]) = ([], [])
    for finding in FolderScan(of: path, isRecursive: true) {
      switch finding {
      case .file(let name): files.append(path.pushing(name))
      case .unreadable(let folder): faults.append(folder)
      case .warning(let text): Console.warning(TerminalText.shown(text))
      case .folder, .other: break
      }
    }
    return (files, faults)
  }

  private func read(_ input: String, with detector: CodeDetector) async throws {
    // Of several inputs it concerns the sequences.
    let rate = inputs.count == 1 || MediaInput.isImageSequence(input) ? frameRate : nil
    switch try MediaInput(input, frameRate: rate, from: nil, to: nil, isPhotoWanted: true, remote: remote.files) {
    case .photo(let file): try read(file, with: detector)
    case .frames(let source): try await readFrames(of: source)
    }
  }

  /// Reads a photo whose name is not UTF-8.
  ///
  /// - Throws: `unreadable` of a movie, because FFmpeg opens files by texts.
  private func readNameless(_ path: FilePath, with detector: CodeDetector) throws {
    let start = try PlainFile.read(path, atMost: MediaKind.signatureLength)
    guard MediaKind(signature: start) != .movie || PhotoFormat(signature: start) == .gif else {
      throw PhotoFileError.unreadable(
        file: path.percentEncoded, reason: "it is a movie, and its name is not UTF-8; rename it")
    }
    try read(InputFile(path), with: detector)
  }

  private func read(_ file: InputFile, with detector: CodeDetector) throws {
    let photo = try file.photo(options: damage.reading(.none))
    let name = TerminalText.shown(file.name)
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
    let name = TerminalText.shown(source.name)
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
    if !json, known.isEmpty { Console.print("\(name): no codes in \(number) frames") }
  }
}

extension CodeDetector.Effort: ExpressibleByArgument {}

/// Types of codes on the command line.
struct CodeTypeList: ExpressibleByArgument {
  let types: Set<MetadataObjectType>

  init?(argument: String) {
    if argument == "all" {
      types = MachineReadableCode.allTypes
      return
    }
    let names = argument.split(separator: ",", omittingEmptySubsequences: false).map { $0.lowercased() }
    let found = names.compactMap { name in
      MachineReadableCode.allTypes.first { $0.rawValue.lowercased() == name }
    }
    guard !names.isEmpty, found.count == names.count else { return nil }
    types = Set(found)
  }
}
