import ArgumentParser
import Batch
import FoundationEssentials
import MatteKit

struct EmbedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "embed",
    abstract: "Embed mattes in a photo's file as auxiliary images, without re-encoding the picture.",
    discussion: """
      Each TYPE=FILE embeds one image and replaces an existing one of that type. TYPE is hair, skin, teeth, portrait, \
      glasses, sky, depth, gain-map, or a URN. FILE is a gray PNG, upright as `mattes` and `extract` write it (--stored: in \
      the stored orientation), of any size with the photo's proportions; half the photo's size is usual. A FILE that \
      `extract --as file` wrote carries its type, so TYPE= can be omitted, and is copied byte for byte. --from copies all \
      mattes of another photo.

      The picture and everything else in the file stay unchanged, byte for byte. \
      \(PhotoFormat.names(joinedBy: "and") { $0.holds(.auxiliaryImages) }).

      Examples:
        mattetool embed portrait.jpg hair=hair.png skin=skin.png -o mattes.jpg
        mattetool embed edited.heic --from original.heic --in-place
      """)

  @Argument(
    help: "A file of \(PhotoFormat.names { $0.holds(.auxiliaryImages) }); - for standard input.", completion: .file())
  var input: String
  @Argument(help: ArgumentHelp("The images to embed.", valueName: "type=file")) var images: [String] = []
  @Option(help: ArgumentHelp("Copy the mattes of this photo.", valueName: "photo")) var from: String?
  @Flag(help: "Gray files are in the photo's stored orientation, not upright.") var stored = false
  @OptionGroup var output: EditingOutput
  @Flag(help: "Write a report as a JSON document.") var json = false
  @OptionGroup var remote: RemoteOptions

  struct Report: Encodable {
    struct Embedded: Encodable {
      let type, name: String
      let width, height, bytes: Int
      /// Whether the coded data are copied from the original file.
      let copied: Bool
    }

    let input, output: String
    let embedded: [Embedded]
  }

  func validate() throws {
    if json, output.isStandardOutput { throw ValidationError("--json and -o - cannot both use standard output") }
    if images.isEmpty, from == nil { throw ValidationError("give a TYPE=FILE, or --from PHOTO") }
  }

  func run() throws {
    try Failure.reporting {
      let files = remote.files
      let source = InputFile(input, remote: files)
      var sources = SourceFiles(input: nil)
      for file in images.map({ Self.parts(of: $0).file }) + [from].compactMap(\.self) {
        sources.add(try FilePlace(file, path: CommandLinePath.path(file)), as: .image)
      }
      let target = try output.target(for: source, remote: files, besides: sources)
      var photo = try EncodedPhoto(data: try source.photoBytes(), name: source.name)
      var embedded: [Report.Embedded] = []
      for (image, wasCoded) in try copies(for: photo).map({ ($0, true) }) + namedImages(for: photo) {
        checkProportions(of: image, in: photo)
        let fits = image.format == photo.format && image.orientation == photo.orientation
        if fits {
          try photo.add(image)
        } else {
          try photo.add(turned(image, for: photo))
        }
        let coded = photo.auxiliary(image.type) ?? image
        embedded.append(
          .init(
            type: coded.type.rawValue, name: coded.type.shortName, width: coded.size.width,
            height: coded.size.height, bytes: coded.byteCount, copied: fits && wasCoded))
      }
      try output.write(photo, to: target)
      if json {
        try Console.print(json: Report(input: FilePlace.shown(input), output: target.name, embedded: embedded))
      } else if !output.isStandardOutput {
        for image in embedded {
          Console.print("\(image.name)  \(image.width)x\(image.height)  \(image.bytes) bytes")
        }
      }
    }
  }

  /// The mattes of the photo that `--from` names.
  private func copies(for photo: EncodedPhoto) throws -> [EncodedAuxiliaryImage] {
    guard let from else { return [] }
    let source = InputFile(from, remote: remote.files)
    let mattes = try EncodedPhoto(data: try source.photoBytes(), name: source.name).auxiliaryImages.filter {
      $0.type.matteKind != nil
    }
    if mattes.isEmpty { Console.warning("\(from): there are no mattes in it") }
    return mattes
  }

  /// The images that the arguments name, coded, and whether they were already in their files.
  ///
  /// - Throws: `ValidationError` for a type that occurs twice: a photo has one image of each.
  private func namedImages(for photo: EncodedPhoto) throws -> [(image: EncodedAuxiliaryImage, wasCoded: Bool)] {
    var types: Set<AuxiliaryImageType> = []
    return try images.map {
      let named = try image($0, for: photo)
      guard types.insert(named.image.type).inserted else {
        throw ValidationError(
          "\($0): \(named.image.type.shortName) is given already; a photo has one image of each type")
      }
      return named
    }
  }

  private static func parts(of argument: String) -> (type: AuxiliaryImageType?, file: String) {
    // A URN has no equals sign; a file's name may have one.
    guard let sign = argument.firstIndex(of: "="), let type = AuxiliaryImageType(name: String(argument[..<sign])) else {
      return (nil, argument)
    }
    return (type, String(argument[argument.index(after: sign)...]))
  }

  /// The image that an argument names, coded, and whether it was already in its file.
  private func image(
    _ argument: String, for photo: EncodedPhoto
  ) throws -> (image: EncodedAuxiliaryImage, wasCoded: Bool) {
    let (type, file) = Self.parts(of: argument)
    let url = URL(filePath: file)
    let usage = ValidationError(
      "\(argument): write TYPE=FILE, where TYPE is one of \(AuxiliaryTypeName.words.joined(separator: ", ")), or a URN")
    if file.isEmpty || type == nil && argument.contains("=") && !FileManager.default.fileExists(atPath: url.path) {
      throw usage
    }
    if let coded = try codedImage(url) {
      guard type == nil || type == coded.type else {
        throw ValidationError("\(file): it is \(coded.type.shortName), not \(type?.shortName ?? "")")
      }
      return (coded, true)
    }
    guard let type else { throw usage }
    let gray = try GrayFile(contentsOf: url, appliesOrientation: !stored)
    let pixels = stored ? gray.pixels : gray.pixels.oriented(by: photo.orientation.inverse)
    let image = try EncodedAuxiliaryImage(AuxiliaryImage(type: type, pixels: pixels), for: photo.format)
    let depth = pixels.format.bitsPerComponent
    if image.bitsPerComponent < depth, !hasEightBits(pixels) {
      Console.warning(
        "\(file): \(depth) bits a component become \(image.bitsPerComponent) as \(type.shortName) in \(photo.format.name)"
      )
    }
    return (image.settingOrientation(photo.orientation), false)
  }

  /// Whether samples of 16 bits are all those of 8: their two bytes are the same.
  private func hasEightBits(_ pixels: PixelBuffer) -> Bool {
    guard pixels.format == .l16 else { return false }
    let bytes = pixels.bytes
    return stride(from: 0, to: bytes.count - 1, by: 2).allSatisfy { bytes[$0] == bytes[$0 + 1] }
  }

  /// The image in a file written by `extract --as file`; nil for any other picture.
  private func codedImage(_ url: URL) throws -> EncodedAuxiliaryImage? {
    do {
      return try EncodedAuxiliaryImage(contentsOf: url)
    } catch .unsupported {
      return nil
    }
  }

  /// An image that cannot be copied, decoded and turned to the photo's stored frame.
  private func turned(_ image: EncodedAuxiliaryImage, for photo: EncodedPhoto) throws -> AuxiliaryImage {
    var decoded = try image.decoded()
    decoded.pixels = decoded.pixels.oriented(by: image.orientation).oriented(by: photo.orientation.inverse)
    return decoded
  }

  private func checkProportions(of image: EncodedAuxiliaryImage, in photo: EncodedPhoto) {
    let size = image.orientation.apply(to: image.size)
    let whole = photo.orientation.apply(to: photo.size)
    // Half of an odd length is rounded up or down.
    let expected = Double(whole.height) * Double(size.width) / Double(whole.width)
    let tolerance = 1.5 * max(1, Double(whole.height) / Double(whole.width))
    if abs(Double(size.height) - expected) > tolerance {
      Console.warning(
        "\(FilePlace.shown(input)): \(image.type.shortName) is \(size), which does not have the proportions of the photo, \(whole)"
      )
    }
  }
}
