import ArgumentParser
import Batch
import MatteKit

struct ExtractCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract: "Extract mattes, depth and gain map from a photo's file as separate pictures.",
    discussion: """
      TYPE is hair, skin, teeth, portrait, glasses, sky, depth, gain-map, or a URN; --all extracts every auxiliary image. \
      One image is written to the file that --output names, several to the folder: DIR/<stem>.<type>.<extension>. An output \
      that ends in / or exists as a folder is a folder.

      --as png: 8 or 16 bits, gray if the image is. --as raw: samples only, row by row, 16-bit ones in native byte order; \
      sizes are printed. Both are upright, or in the stored orientation with --stored. --as file: a small HEIC, AVIF or \
      JPEG file with the coded image, byte for byte, which `embed` accepts.

      Examples:
        mattetool extract portrait.heic --list
        mattetool extract portrait.heic hair -o hair.png
        mattetool extract portrait.heic --all --as file -o parts/
      """)

  @Argument(
    help: "A file of \(PhotoFormat.names { $0.holds(.auxiliaryImages) }); - for standard input.", completion: .file())
  var input: String
  @Argument(
    help: ArgumentHelp(
      "The images to extract: hair, skin, teeth, portrait, glasses, sky, depth, gain-map, or a URN.", valueName: "type")
  ) var types: [AuxiliaryTypeName] = []
  @Flag(help: "Extract every auxiliary image of the file.") var all = false
  @Flag(help: "List the auxiliary images only.") var list = false
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file or folder to write to; a folder is created if needed. - for standard output.",
      valueName: "file|dir|-"))
  var output: String?
  @Option(name: .customLong("as"), help: ArgumentHelp("The form of the output.", valueName: "form")) var form = Form.png
  @Flag(help: "Write images in the stored orientation, not upright.") var stored = false
  @Flag(help: "Replace existing files.") var overwrite = false
  @Flag(help: "Write a report as a JSON document.") var json = false
  @OptionGroup var remote: RemoteOptions

  enum Form: String, ExpressibleByArgument, CaseIterable {
    case png, raw, file
  }

  struct Report: Encodable {
    struct Image: Encodable {
      let type, name: String
      var path: String?
      var width, height: Int
      let bitsPerComponent, components, bytes: Int
    }

    let images: [Image]
  }

  func validate() throws {
    guard !list else { return }
    if types.isEmpty != all {
      throw ValidationError(all ? "give types or --all, not both" : "give a TYPE, or --all, or --list")
    }
    guard let output else { throw ValidationError("give --output FILE or FOLDER") }
    guard output == "-" else { return }
    if types.count != 1 { throw ValidationError("-o - requires exactly one TYPE") }
    if json { throw ValidationError("--json and -o - cannot both use standard output") }
  }

  func run() throws {
    try Failure.reporting {
      let source = InputFile(input, remote: remote.files)
      let photo = try EncodedPhoto(data: try source.photoBytes(), name: source.name)
      let images = try chosen(from: photo.auxiliaryImages)
      if !list, output == "-" { return try writeToStandardOutput(images) }
      var reports: [Report.Image] = []
      if list {
        reports = images.map { report($0, size: $0.size) }
      } else {
        let targets = try self.targets(for: images)
        let sources = SourceFiles(input: source.place)
        for place in targets.compactMap(\.place) { try sources.check(place) }
        // All or none: an image that cannot be decoded and an existing file are found before the first is written.
        let contents = try zip(images, targets).map { ($1, try content(of: $0)) }
        for (target, content) in contents {
          guard let content else { continue }
          try target.write(content.bytes, overwriting: overwrite)
          reports.append(content.report(target.name))
        }
      }
      if json { return try Console.print(json: Report(images: reports)) }
      for image in reports {
        let depth = "\(image.bitsPerComponent) bits, \(image.components) component\(image.components == 1 ? "" : "s")"
        let label = image.path ?? "\(image.name)  \(image.type)"
        Console.print("\(label)  \(image.width)x\(image.height), \(depth), \(image.bytes) bytes")
      }
    }
  }

  private func writeToStandardOutput(_ images: [EncodedAuxiliaryImage]) throws {
    let target = OutputTarget.standardOutput
    try target.check(overwriting: false)
    guard let image = images.first, let content = try content(of: image) else { return }
    try target.write(content.bytes, overwriting: false)
  }

  private func chosen(from images: [EncodedAuxiliaryImage]) throws -> [EncodedAuxiliaryImage] {
    if types.isEmpty {
      if images.isEmpty { Console.warning("\(FilePlace.shown(input)): there are no auxiliary images in it") }
      return images
    }
    var chosen: [EncodedAuxiliaryImage] = []
    for name in types {
      let found = images.filter { name.type.isDepth ? $0.type.isDepth : $0.type == name.type }
      guard !found.isEmpty else {
        let names = images.isEmpty ? "none" : images.map(\.type.shortName).joined(separator: ", ")
        throw PhotoFileError.unsupported(
          file: input, reason: "there is no \(name.type.shortName) in it (auxiliary images: \(names))")
      }
      chosen += found.filter { !chosen.contains($0) }
    }
    return chosen
  }

  private func targets(for images: [EncodedAuxiliaryImage]) throws -> [OutputTarget] {
    let output = output ?? "."
    let isFolder =
      all || images.count > 1 || output.hasSuffix("/") || CommandLinePath.path(output).isFolder
    let files = remote.files
    var targets: [OutputTarget] = []
    if isFolder {
      let isObject = FilePlace.isObject(output)
      let folder = try OutputTarget(isObject && !output.hasSuffix("/") ? output + "/" : output, remote: files)
      if !isObject { try Folder.make(CommandLinePath.path(output)) }
      let source = InputFile(input)
      var used: [String: Int] = [:]
      for image in images {
        let name = image.type.shortName.map { $0.isLetter || $0.isNumber || $0 == "-" ? String($0) : "-" }.joined()
        used[name, default: 0] += 1
        let number = used[name, default: 1] > 1 ? "-\(used[name, default: 1])" : ""
        let file = source.outputName(".\(name)\(number).\(pathExtension(for: image))")
        targets.append(
          isObject ? folder.sibling(named: file) : .file(CommandLinePath.path(output).appending(file)))
      }
    } else {
      targets = try images.map { try checked(OutputTarget(output, remote: files), for: $0) }
    }
    for target in targets { try target.check(overwriting: overwrite) }
    return targets
  }

  /// - Throws: `ValidationError` if the target's extension is that of another format than the one written.
  private func checked(_ target: OutputTarget, for image: EncodedAuxiliaryImage) throws -> OutputTarget {
    let written: PhotoFormat =
      switch form {
      case .png: .png
      case .raw: .raw
      case .file: image.format
      }
    if let named = target.namedFormat, named != written {
      throw ValidationError(
        "\(target.name): --as \(form.rawValue) writes .\(pathExtension(for: image)), "
          + "but the name stands for another format")
    }
    return target
  }

  private func pathExtension(for image: EncodedAuxiliaryImage) -> String {
    switch form {
    case .png: "png"
    case .raw: "raw"
    case .file: image.format == .jpeg ? "jpg" : image.format.rawValue
    }
  }

  /// The bytes to write for an image.
  private struct Content {
    let bytes: [UInt8]
    let report: (String) -> Report.Image
  }

  /// Nil, with a warning, for an image that cannot be decoded if --all was given.
  private func content(of image: EncodedAuxiliaryImage) throws -> Content? {
    if form == .file {
      let bytes = try image.data()
      return Content(
        bytes: bytes,
        report: { report(image, size: image.size, path: $0, bytes: bytes.count) })
    }
    var pixels: PixelBuffer
    do {
      pixels = try image.decoded().pixels
    } catch {
      guard all else { throw error }
      Console.warning("\(FilePlace.shown(input)): left out: \(error)")
      return nil
    }
    if !stored { pixels = pixels.oriented(by: image.orientation) }
    let samples = pixels
    return Content(
      bytes: form == .png ? try Photo(pixels: samples).data(as: .png) : samples.bytes,
      report: { report(image, size: samples.size, path: $0, bytes: samples.bytes.count) })
  }

  private func report(
    _ image: EncodedAuxiliaryImage, size: PixelSize, path: String? = nil, bytes: Int? = nil
  ) -> Report.Image {
    Report.Image(
      type: image.type.rawValue, name: image.type.shortName, path: path, width: size.width, height: size.height,
      bitsPerComponent: image.bitsPerComponent, components: image.componentCount, bytes: bytes ?? image.byteCount)
  }
}
