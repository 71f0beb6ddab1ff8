import ArgumentParser
import Batch
import MatteKit

struct StripCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "strip",
    abstract: "Remove mattes, depth, location or all metadata from a photo's file, without re-encoding the picture.",
    discussion: """
      The picture's coded data and everything that is not named stay unchanged. Orientation and colour profile are \
      always kept. \(PhotoFormat.names(joinedBy: "and") { $0.holds(.auxiliaryImages) }) have mattes, depth and gain \
      maps; the other formats have only metadata. Movies and read-only formats are not supported.

      --location removes EXIF's GPS; coordinates, city, state, country and IPTC's locations in every XMP packet; the \
      same in IPTC IIM; places in the notes of Panasonic, Leica, Nikon and Samsung, in FLIR's and Samsung's data, and \
      in the movie of a motion photo. Captions are kept. --serial-numbers removes the serial numbers of camera and \
      lens and the owner's name from EXIF and XMP, and makers' notes, which contain them too (except Apple's, which \
      does not). --metadata removes all EXIF, XMP, IPTC, comments and makers' data, and the movie; metadata that \
      identifies auxiliary images is kept.

      Data of unknown use may contain a location or serial number: if there are any, nothing is written unless \
      --keep-unknown is given. A file is refused if what lies beside its picture is damaged, such as bytes that \
      another program has appended to a HEIC. apply-effect and render write its picture to a new file, with \
      --metadata strip without private data.

      Examples:
        mattetool strip portrait.heic --location -o portrait-nowhere.heic
        mattetool strip portrait.jpg --metadata --auxiliary --in-place
      """)

  @Argument(
    help: "A file of \(PhotoFormat.names { $0.isWritable }); - for standard input.", completion: .file())
  var input: String
  @Flag(help: "Remove hair, skin, teeth, portrait, glasses and sky mattes.") var mattes = false
  @Flag(help: "Remove depth and disparity.") var depth = false
  @Flag(help: "Remove the HDR gain map.") var gainMap = false
  @Flag(help: "Remove all auxiliary images, also of unknown types; not transparency.") var auxiliary = false
  @Flag(help: "Remove the location of the photo.") var location = false
  @Flag(help: "Remove serial numbers and owner of camera and lens.") var serialNumbers = false
  @Flag(help: "Remove all metadata.") var metadata = false
  @Flag(help: "Remove thumbnails.") var thumbnails = false
  @Flag(help: "Keep data that cannot be searched for a location or serial number, instead of failing.")
  var keepUnknown = false
  @OptionGroup var output: EditingOutput
  @Flag(help: "Write a report as a JSON document.") var json = false
  @OptionGroup var remote: RemoteOptions

  struct Report: Encodable {
    let input, output: String
    let removedAuxiliaryImages: [String]
    let removed: [SensitiveContentReport]
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
      let files = remote.files
      let source = InputFile(input, remote: files)
      let target = try output.target(for: source, remote: files)
      let bytes = try source.photoBytes()
      let format = PhotoFormat(signature: bytes)
      if format?.holds(.auxiliaryImages) == false, parts.isSubset(of: [.mattes, .depth, .gainMap, .auxiliary]) {
        // The library reports that the format does not support them.
        _ = try EncodedPhoto(data: bytes, name: source.name)
      }
      let photo = try StrippedPhoto(bytes, removing: parts, name: source.name, keepingUnknown: keepUnknown)
      try output.write(photo.data, as: format, to: target)
      for content in photo.contents where content.kind == .unknown {
        Console.warning("\(source.name): \(content.place) is kept without being searched")
      }
      if json {
        try Console.print(
          json: Report(
            input: FilePlace.shown(input), output: target.name,
            removedAuxiliaryImages: photo.removedImages.map(\.rawValue),
            removed: photo.contents.map(SensitiveContentReport.init), bytesBefore: bytes.count,
            bytesAfter: photo.data.count))
      } else if !output.isStandardOutput {
        for type in photo.removedImages { Console.print("removed: \(type.shortName)") }
        for content in photo.contents where content.kind != .unknown { Console.print("removed: \(content)") }
      }
    }
  }
}
