import ArgumentParser
import MatteKit

struct StripCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "strip",
    abstract: "Take mattes, depth, places or all metadata out of a photo's file, without coding the picture again.",
    discussion: """
      The picture's coded data stay as they are, and so does everything that is not named. Orientation and colour profile \
      always stay: a photo is never turned by this.

      --location takes out EXIF's GPS directory, exif:GPS*, city, state, country and IPTC's locations in XMP, and the same \
      in IPTC IIM; not what a caption may say, or a maker's own note. --serial-numbers takes out those of camera and lens \
      and the owner's name in EXIF and XMP, and makers' own notes, which hold them too (but Apple's, which holds none). \
      --metadata takes out all EXIF, XMP, IPTC, comments and data of makers; what auxiliary images say of themselves \
      stays, as it is what makes them so.

      Examples:
        mattetool strip portrait.heic --location -o portrait-nowhere.heic
        mattetool strip portrait.jpg --metadata --auxiliary --in-place
      """)

  @Argument(help: "A HEIC, AVIF or JPEG file; - is standard input.", completion: .file()) var input: String
  @Flag(help: "Hair, skin, teeth, portrait, glasses and sky mattes.") var mattes = false
  @Flag(help: "Depth and disparity.") var depth = false
  @Flag(help: "The HDR gain map.") var gainMap = false
  @Flag(help: "All auxiliary images: the above and unknown ones; not transparency.") var auxiliary = false
  @Flag(help: "Where the photo was made.") var location = false
  @Flag(help: "Serial numbers and owner of camera and lens.") var serialNumbers = false
  @Flag(help: "All that is said about the photo.") var metadata = false
  @Flag(help: "Small versions of the photo.") var thumbnails = false
  @OptionGroup var output: SurgeryOutput
  @Flag(help: "Write what was taken out as one JSON document.") var json = false

  struct Report: Encodable {
    let input, output: String
    let removedAuxiliaryImages: [String]
    let bytesBefore, bytesAfter: Int
  }

  private var parts: Set<StripPart> {
    let flags: [(Bool, StripPart)] = [
      (mattes, .mattes), (depth, .depth), (gainMap, .gainMap), (auxiliary, .auxiliary), (location, .location),
      (serialNumbers, .serialNumbers), (metadata, .metadata), (thumbnails, .thumbnails),
    ]
    return Set(flags.filter(\.0).map(\.1))
  }

  func validate() throws {
    if json, output.isStandardOutput { throw ValidationError("--json and -o - cannot both have standard output") }
    if parts.isEmpty {
      throw ValidationError(
        """
        say what to take out: --mattes, --depth, --gain-map, --auxiliary, --location, --serial-numbers, --metadata or \
        --thumbnails
        """)
    }
  }

  func run() throws {
    try Failure.reporting {
      let source = InputFile(input)
      let target = try output.target(for: source)
      var photo = try EncodedPhoto(data: try source.photoBytes(), name: source.name)
      let before = photo.auxiliaryImages.map(\.type)
      let bytesBefore = try photo.data().count
      try photo.strip(parts)
      let left = Set(photo.auxiliaryImages.map(\.type))
      let removed = before.filter { !left.contains($0) }
      try output.write(photo, to: target)
      if json {
        try Console.print(
          json: Report(
            input: input, output: target.name, removedAuxiliaryImages: removed.map(\.rawValue),
            bytesBefore: bytesBefore, bytesAfter: try photo.data().count))
      } else if !output.isStandardOutput {
        for type in removed { Console.print("removed: \(type.shortName)") }
      }
    }
  }
}
