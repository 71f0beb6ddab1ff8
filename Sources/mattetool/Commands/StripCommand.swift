import ArgumentParser
import MatteKit

struct StripCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "strip",
    abstract: "Remove mattes, depth, location or all metadata from a photo's file, without re-encoding the picture.",
    discussion: """
      The picture's coded data and everything that is not named stay unchanged. Orientation and colour profile always stay.

      --location removes EXIF's GPS directory, exif:GPS*, city, state, country and IPTC's locations in XMP, and the same in \
      IPTC IIM; captions and maker notes stay. --serial-numbers removes those of camera and lens and the owner's name from \
      EXIF and XMP, and maker notes, which contain them too (except Apple's, which does not). --metadata removes all EXIF, \
      XMP, IPTC, comments and maker data; the metadata that identifies auxiliary images stays.

      Examples:
        mattetool strip portrait.heic --location -o portrait-nowhere.heic
        mattetool strip portrait.jpg --metadata --auxiliary --in-place
      """)

  @Argument(help: "A HEIC, AVIF or JPEG file; - for standard input.", completion: .file()) var input: String
  @Flag(help: "Remove hair, skin, teeth, portrait, glasses and sky mattes.") var mattes = false
  @Flag(help: "Remove depth and disparity.") var depth = false
  @Flag(help: "Remove the HDR gain map.") var gainMap = false
  @Flag(help: "Remove all auxiliary images, also of unknown types; not transparency.") var auxiliary = false
  @Flag(help: "Remove the location of the photo.") var location = false
  @Flag(help: "Remove serial numbers and owner of camera and lens.") var serialNumbers = false
  @Flag(help: "Remove all metadata.") var metadata = false
  @Flag(help: "Remove thumbnails.") var thumbnails = false
  @OptionGroup var output: EditingOutput
  @Flag(help: "Write a report as a JSON document.") var json = false

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
    if json, output.isStandardOutput { throw ValidationError("--json and -o - cannot both use standard output") }
    if parts.isEmpty {
      throw ValidationError(
        """
        give what to remove: --mattes, --depth, --gain-map, --auxiliary, --location, --serial-numbers, --metadata or \
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
