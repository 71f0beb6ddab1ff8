import ArgumentParser
import FoundationEssentials
import MatteKit

struct MattesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mattes", abstract: "Write the mattes of a photo as gray PNG files.",
    discussion: """
      Writes DIR/<stem>.<kind>.png: 8-bit gray, upright, white where the picture belongs to the kind. A kind that the photo \
      does not show gives no file. The mattes cover the subjects of the photo; people far in the background are background. \
      -o - writes the one matte that --kinds names to standard output.
      """)

  @Argument(help: "A HEIC, AVIF, JPEG or PNG file; - for standard input.", completion: .file()) var input: String
  @Option(name: .shortAndLong, help: "The folder to write to, created if needed; - for standard output.")
  var output: String
  @Option(help: "The mattes to make: hair, skin, teeth, portrait, separated by commas.")
  var kinds = MatteKindList(kinds: MatteKind.generated)
  @Option(help: "The size of the mattes: half the photo's, as files store them, or full.") var size = MatteSize.half
  @OptionGroup var choice: MatteOptions
  @Flag(help: "Replace existing files.") var overwrite = false
  @Flag(help: "Write a report as a JSON document.") var json = false

  enum MatteSize: String, ExpressibleByArgument, CaseIterable {
    case half, full
  }

  struct Report: Encodable {
    struct File: Encodable {
      let kind, path: String
      let width, height: Int
    }

    let mattes: [File]
  }

  func validate() throws {
    guard OutputTarget(output).isStandardOutput else { return }
    if kinds.kinds.count != 1 { throw ValidationError("-o - writes one matte; name it with --kinds") }
    if json { throw ValidationError("--json and -o - cannot both use standard output") }
  }

  func run() throws {
    try Failure.reporting {
      let source = InputFile(input)
      let target = OutputTarget(output)
      if target.isStandardOutput { try target.check(overwriting: false) }
      let photo = try source.photo(options: ReadingOptions(auxiliaryImages: .none))
      let faces = try FaceDetector(maximumFaces: MatteGenerator.maximumCloseUps).faces(in: photo)
      let mattes = try choice.generator().mattes(Set(kinds.kinds), for: photo, faces: faces, in: .upright)
      if mattes.isEmpty { Console.warning("\(source.name): nobody was found, so there are no mattes") }
      if target.isStandardOutput, let kind = kinds.kinds.first {
        guard let matte = mattes[kind] else { throw MatteMissing(input: source.name, kind: kind) }
        return try target.write(Photo(pixels: try pixels(of: matte, for: photo)).data(as: .png), overwriting: false)
      }

      let folder = URL(filePath: output, directoryHint: .isDirectory)
      try OutputFolder.make(folder)
      let targets = mattes.map { ($0, folder.appending(path: "\(source.stem).\($0.kind.rawValue).png")) }
      // All or none: an existing file is found before the first is written.
      if !overwrite, let taken = targets.first(where: { FileManager.default.fileExists(atPath: $0.1.path) }) {
        throw PhotoFileError.outputExists(file: taken.1.path)
      }
      var files: [Report.File] = []
      for (matte, url) in targets {
        let pixels = try pixels(of: matte, for: photo)
        try Photo(pixels: pixels).write(to: url, as: .png, overwriting: overwrite)
        files.append(
          .init(kind: matte.kind.rawValue, path: url.path, width: pixels.width, height: pixels.height))
      }
      if json {
        try Console.print(json: Report(mattes: files))
      } else {
        for file in files { Console.print("\(file.path)  \(file.width)x\(file.height)") }
      }
    }
  }

  private func pixels(of matte: Matte, for photo: Photo) throws -> PixelBuffer {
    size == .half ? matte.pixels : try matte.pixels.resized(to: photo.uprightSize)
  }
}
