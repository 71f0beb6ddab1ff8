import Foundation
import MatteKit
import Support
import Testing

/// The secret place is planted wherever a file can hold one; after `strip --location` and `--metadata safe` neither the
/// bytes nor exiftool know it.
@Suite(.enabled(if: OtherReaders.exiftool != nil && OtherReaders.ffmpeg != nil, "needs exiftool and ffmpeg"))
struct LocationStrippingTests {
  private func run(_ arguments: String...) throws -> MatteTool.Outcome {
    try MatteTool.run(MatteTool.executable, arguments)
  }

  @Test(arguments: PhotoFormat.allCases.filter(\.isWritable))
  func `no trace of the location is left, and all other data stay`(format: PhotoFormat) throws {
    let folder = try TemporaryFolder()
    let file = try PlantedFile(in: folder).file(format)
    // The search finds the planted data.
    var lines = try SecretPlace.exiftoolLines(of: file)
    #expect(try SecretPlace.traces(in: file, lines: lines).count > 20)
    #expect(try SecretPlace.serialNumbers(in: file, lines: lines).count > 5)

    let nowhere = folder.file("nowhere.\(format.rawValue)")
    let outcome = try run("strip", file, "--location", "-o", nowhere)
    #expect(outcome.status == 0, "\(outcome.errors)")
    lines = try SecretPlace.exiftoolLines(of: nowhere)
    #expect(try SecretPlace.traces(in: nowhere, lines: lines) == [])
    #expect(outcome.output.contains("removed: location: "), "\(outcome.output)")
    #expect(lines.filter { $0.contains("A walk") }.count >= 3, "\(lines)")
    #expect(!lines.contains { $0.contains("Warning") && !$0.contains("[minor]") }, "\(lines)")
    #expect(try !SecretPlace.serialNumbers(in: nowhere, lines: lines).isEmpty)
    let (before, after) = (try Photo(contentsOf: URL(filePath: file)), try Photo(contentsOf: URL(filePath: nowhere)))
    #expect(before.pixels == after.pixels && before.auxiliaryImages == after.auxiliaryImages)

    let safe = folder.file("safe.\(format.rawValue)")
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: file)))
    try Data(try MetadataPolicy.safe.applied(to: bytes)).write(to: URL(filePath: safe))
    lines = try SecretPlace.exiftoolLines(of: safe)
    #expect(try SecretPlace.traces(in: safe, lines: lines) == [])
    #expect(try SecretPlace.serialNumbers(in: safe, lines: lines) == [])

    let bare = folder.file("bare.\(format.rawValue)")
    #expect(try run("strip", file, "--metadata", "--thumbnails", "-o", bare).status == 0)
    lines = try SecretPlace.exiftoolLines(of: bare)
    #expect(
      try SecretPlace.traces(in: bare, lines: lines) == [] && SecretPlace.serialNumbers(in: bare, lines: lines) == [])
    #expect(!lines.contains { $0.contains("A walk") })
    #expect(try Photo(contentsOf: URL(filePath: bare)).pixels == before.pixels)
  }

  /// Groups of exiftool that have properties for places, and the words that say so. Regions of the picture and
  /// addresses of people are no places of the photo.
  private static let groups = [
    "XMP-cell", "XMP-dc", "XMP-drone-dji", "XMP-dwc", "XMP-exif", "XMP-iptcCore", "XMP-iptcExt", "XMP-mediapro",
    "XMP-photoshop", "XMP-prism", "XMP-xmpDM", "XMP-GPano", "XMP-crd", "XMP-getty", "XMP-pmi", "XMP-plus",
  ]
  private static let words = [
    "gps", "latitude", "longitude", "longtitude", "city", "country", "location", "coverage", "state", "locality",
    "geog",
    "sublocation",
  ]
  private static let others = [
    "ISOSpeedLatitude", "SubjectLocation", "Creator", "Licensor", "ExclusiveCoverage", "MarkersLocation", "SourceState",
    "Temporal", "Statement", "Status",
  ]

  @Test func `no XMP property of exiftool's that names a location is left`() throws {
    let folder = try TemporaryFolder()
    let (file, nowhere, list) = (folder.file("a.jpg"), folder.file("b.jpg"), folder.file("arguments"))
    try SyntheticPicture.gradient(width: 60, height: 40).write(to: URL(filePath: file), as: .jpeg())
    let exiftool = try #require(OtherReaders.exiftool)
    var arguments: [String] = []
    // Each list has a line above it that names its group.
    let lists = try MatteTool.run(
      exiftool, Array(Self.groups.map { ["-listw", "-\($0):all"] }.joined(separator: ["-execute"]))
    ).output.components(separatedBy: "Writable ").dropFirst()
    #expect(lists.count == Self.groups.count)
    for (group, list) in zip(Self.groups, lists) {
      #expect(list.hasPrefix("\(group) tags:"), "\(list)")
      for tag in list.split(whereSeparator: \.isWhitespace).dropFirst(2).map(String.init)
      where Self.words.contains(where: tag.lowercased().contains) && !Self.others.contains(where: tag.contains) {
        let isNumber = ["latitude", "longitude", "longtitude"].contains { tag.lowercased().hasSuffix($0) }
        arguments.append("-\(group):\(tag)=\(isNumber ? "\(SecretPlace.latitude)" : SecretPlace.name)")
      }
    }
    #expect(arguments.count > 60)
    try Data(arguments.joined(separator: "\n").utf8).write(to: URL(filePath: list))
    _ = try MatteTool.run(exiftool, ["-q", "-q", "-m", "-overwrite_original", "-@", list, file])
    #expect(try SecretPlace.traces(in: file).count > 40)
    let outcome = try run("strip", file, "--location", "-o", nowhere)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try SecretPlace.traces(in: nowhere) == [])
  }

  @Test(arguments: MakerNoteBlocks.all.keys.sorted())
  func `exiftool finds no location in a maker note`(name: String) throws {
    let folder = try TemporaryFolder()
    let (file, nowhere) = (folder.file("a.jpg"), folder.file("b.jpg"))
    var photo = SyntheticPicture.gradient(width: 60, height: 40)
    photo.metadata.exif = MakerNoteBlocks.all[name]
    try photo.write(to: URL(filePath: file), as: .jpeg())
    // It is a note as the maker's cameras write it, with a place that is known.
    #expect(try SecretPlace.exiftoolLines(of: file).contains { $0.contains(MakerNoteBlocks.place) })
    let outcome = try run("strip", file, "--location", "-o", nowhere)
    #expect(outcome.status == 0 && outcome.output.contains("location: EXIF"), "\(outcome)")
    #expect(try SecretPlace.traces(in: nowhere) == [])
  }

  @Test func `the movies of a motion photo still play, and keep their position`() throws {
    let folder = try TemporaryFolder()
    let file = try PlantedFile(in: folder).file(.jpeg)
    let movie = try PlantedFile(in: folder).movie()
    let nowhere = folder.file("nowhere.jpg")
    #expect(try run("strip", file, "--location", "-o", nowhere).status == 0)
    let bytes = try Data(contentsOf: URL(filePath: nowhere))
    let start = try #require(bytes.range(of: Data("ftyp".utf8))).lowerBound - 4
    let inside = folder.file("inside.mp4")
    try bytes[start..<start + movie.count].write(to: URL(filePath: inside))
    let program = try #require(OtherReaders.ffprobe)
    let probe = try MatteTool.run(
      program, ["-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0", inside])
    #expect(probe.output.hasPrefix("5") && probe.errors.isEmpty, "\(probe)")
    #expect(try SecretPlace.exiftoolLines(of: inside).contains { $0.contains("A walk") })
    let lines = try SecretPlace.exiftoolLines(of: nowhere)
    #expect(lines.contains { $0.contains("EmbeddedVideoFile") || $0.contains("EmbeddedVideoType") }, "\(lines)")
  }

  @Test func `locations in a packet of several segments are removed`() throws {
    let folder = try TemporaryFolder()
    var photo = SyntheticPicture.gradient(width: 60, height: 40)
    let text = String(repeating: "A long story, word by word. ", count: 4_000)
    photo.metadata.xmp = Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:Headline="\(text)"
       photoshop:Country="\(SecretPlace.name)" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="A walk">
      <dc:coverage>\(String(repeating: SecretPlace.name, count: 20_000))</dc:coverage></rdf:Description></rdf:RDF>
      </x:xmpmeta>
      """.utf8)
    let (file, nowhere) = (folder.file("long.jpg"), folder.file("nowhere.jpg"))
    try photo.write(to: URL(filePath: file), as: .jpeg())
    #expect(try !SecretPlace.traces(in: file).isEmpty)
    let outcome = try run("strip", file, "--location", "-o", nowhere)
    #expect(outcome.status == 0 && outcome.output.contains("dc:coverage"), "\(outcome)")
    #expect(try SecretPlace.traces(in: nowhere).isEmpty)
    #expect(try SecretPlace.exiftoolLines(of: nowhere).contains { $0.contains("A walk") })
  }

  @Test(arguments: [
    ("a segment of unknown use", "APP6 GoPro"), ("bytes behind the picture", "bytes behind the picture"),
    ("pieces of XMP", "pieces of XMP"), ("a box", "box uuid"), ("a chunk", "chunk prVt"),
    ("a movie that knows its place at every moment", "track of"),
  ])
  func `data that cannot be searched are reported, and nothing is written unless requested`(
    part: String, name: String
  ) throws {
    let folder = try TemporaryFolder()
    let format: PhotoFormat = part == "a box" ? .heic : part == "a chunk" ? .png : .jpeg
    let (file, output) = (folder.file("in.\(format.rawValue)"), folder.file("out.\(format.rawValue)"))
    try SyntheticPicture.gradient(width: 60, height: 40).write(to: URL(filePath: file), as: .default(for: format))
    var bytes = try [UInt8](Data(contentsOf: URL(filePath: file)))
    switch part {
    case "a segment of unknown use":
      bytes.insert(contentsOf: JPEGPieces.segment(0xE6, Array("GoPro\0DEVC".utf8)), at: 2)
    case "pieces of XMP":
      let piece = Array("http://ns.adobe.com/xmp/extension/\0".utf8) + [UInt8](repeating: 65, count: 60)
      bytes.insert(contentsOf: JPEGPieces.segment(0xE1, piece), at: 2)
    case "a box": bytes += JPEGPieces.box("uuid", Array(0..<40))
    case "a chunk": bytes.insert(contentsOf: JPEGPieces.chunk("prVt", [1, 2, 3]), at: 33)
    case "a movie that knows its place at every moment":
      let handler = JPEGPieces.box("hdlr", [0, 0, 0, 0] + Array("mhlrcamm".utf8) + [UInt8](repeating: 0, count: 13))
      let track = JPEGPieces.box("trak", JPEGPieces.box("mdia", handler))
      bytes += JPEGPieces.box("ftyp", Array("isom\0\0\0\0".utf8)) + JPEGPieces.box("moov", track)
    default: bytes += Array("who knows what this is".utf8)
    }
    try Data(bytes).write(to: URL(filePath: file))
    let refused = try run("strip", file, "--location", "-o", output)
    #expect(refused.status == 65 && refused.errors.contains(name), "\(refused)")
    #expect(refused.errors.contains("--keep-unknown") && !folder.contents.contains("out.\(format.rawValue)"))
    let kept = try run("strip", file, "--location", "-o", output, "--keep-unknown")
    #expect(kept.status == 0 && kept.errors.contains("\(name)"), "\(kept)")
    #expect(try Data(contentsOf: URL(filePath: output)).count == bytes.count)
    let bare = try run("strip", file, "--metadata", "-o", output, "--overwrite")
    #expect(bare.status == 0, "\(bare)")
    #expect(try run("strip", output, "--location", "--in-place").status == 0)
  }
}
