import ArgumentParser
import FoundationEssentials
import MatteKit

struct MattesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mattes", abstract: "Write the mattes of a photo as gray PNG files.",
    discussion: """
      Writes DIR/<stem>.<kind>.png, 8-bit gray, upright, white where the picture belongs to the kind. A kind that the photo \
      does not show gives no file.
      """)

  @Argument(help: "A HEIC, AVIF, JPEG or PNG file.") var input: String
  @Option(name: .shortAndLong, help: "The folder to write to; made if it is not there.") var output: String
  @Option(help: "Which mattes: any of hair, skin, teeth, portrait, separated by commas.")
  var kinds = MatteKindList(kinds: MatteKind.generated)
  @Option(help: "Half the photo's size, as files store them, or the full size.") var size = MatteSize.half
  @Option(help: MatteQuality.help) var quality = MatteQuality.balanced
  @Flag(help: "Replace files that are there already.") var overwrite = false
  @Flag(help: "Write what was made as one JSON document.") var json = false

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

  func run() throws {
    try Failure.reporting {
      let source = URL(filePath: input)
      let photo = try Photo(contentsOf: source, options: ReadingOptions(auxiliaryImages: .none))
      let faces = try FaceDetector().faces(in: photo)
      let mattes = try MatteGenerator(quality: quality)
        .mattes(Set(kinds.kinds), for: photo, faces: faces, in: .upright)
      if mattes.isEmpty { Console.warning("\(input): nobody was found, so there are no mattes") }

      let folder = URL(filePath: output, directoryHint: .isDirectory)
      try OutputFolder.make(folder)
      let stem = source.deletingPathExtension().lastPathComponent
      let targets = mattes.map { ($0, folder.appending(path: "\(stem).\($0.kind.rawValue).png")) }
      // All or none: an existing file is found before the first is written.
      if !overwrite, let taken = targets.first(where: { FileManager.default.fileExists(atPath: $0.1.path) }) {
        throw PhotoFileError.outputExists(file: taken.1.path)
      }
      var files: [Report.File] = []
      for (matte, url) in targets {
        let pixels = size == .half ? matte.pixels : try matte.pixels.resized(to: photo.uprightSize)
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
}
