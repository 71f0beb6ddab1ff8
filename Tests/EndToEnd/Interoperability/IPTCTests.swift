import Foundation
import MatteKit
import Support
import Testing

/// IPTC of a JPEG in files of other formats, as exiftool shows it.
@Suite(.enabled(if: OtherReaders.exiftool != nil, "needs exiftool"))
struct IPTCTests {
  private static let tags = [
    "IPTC:ObjectName=A title", "IPTC:Headline=A walk", "IPTC:Caption-Abstract=Where we went", "IPTC:Keywords=sea",
    "IPTC:Keywords=sand", "IPTC:By-line=Somebody", "IPTC:City=Zanzibarrow", "IPTC:Country-PrimaryLocationName=Nowhere",
    "IPTC:DateCreated=2020:02:03", "IPTC:CopyrightNotice=None", "IPTC:SpecialInstructions=Handle with care",
    "Photoshop:CopyrightFlag=1", "Photoshop:URL=https://example.org",
  ]

  /// What exiftool lists of a file: lines of names and values, sorted, under the group's name.
  private static func listed(_ file: String) throws -> [String: [String]] {
    let exiftool = try #require(OtherReaders.exiftool)
    // It takes longer to start than to read: one run lists all.
    let outcome = try MatteTool.run(
      exiftool, ["-a", "-s", "-G0", "-IPTC:all", "-Photoshop:all", "-EXIF:all", "-Warning", "-Error", file])
    #expect(outcome.status == 0, "\(outcome)")
    var groups: [String: [String]] = [:]
    for line in outcome.output.split(separator: "\n") {
      let group = String(line.dropFirst().prefix { $0 != "]" })
      let words = String(line.dropFirst(group.count + 2).drop { $0 == " " })
      // Where IPTC has a place of its own exiftool adds this.
      if !words.hasPrefix("CurrentIPTCDigest") { groups[group, default: []].append(words) }
    }
    // In TIFF it stands twice, as the standard of TIFF and as Photoshop have it.
    return groups.mapValues { (file.hasSuffix("tiff") ? Array(Set($0)) : $0).sorted() }
  }

  /// The JPEG that exiftool wrote IPTC into, and what it lists of it; with and without EXIF, made once.
  private static let sources: [Bool: Result<(jpeg: Data, listed: [String: [String]]), any Error>] =
    Dictionary(uniqueKeysWithValues: [false, true].map { hasEXIF in (hasEXIF, Result { try source(hasEXIF) }) })

  private static func source(_ hasEXIF: Bool) throws -> (jpeg: Data, listed: [String: [String]]) {
    let folder = try TemporaryFolder()
    let jpeg = folder.file("a.jpg")
    try SyntheticPicture.gradient(width: 60, height: 40).write(to: URL(filePath: jpeg), as: .jpeg())
    let exif = hasEXIF ? ["-Make=Camera", "-ISO=100", "-GPSAltitude=7", "-ThumbnailImage<=\(jpeg)"] : []
    let written = try MatteTool.run(
      #require(OtherReaders.exiftool), ["-q", "-overwrite_original"] + tags.map { "-\($0)" } + exif + [jpeg])
    #expect(written.status == 0, "\(written)")
    return (try Data(contentsOf: URL(filePath: jpeg)), try listed(jpeg))
  }

  @Test(arguments: PhotoFormat.allCases.filter { $0.isWritable && $0 != .jpeg }, [false, true])
  func `exiftool shows the JPEG's IPTC, also in the JPEG made of the file`(
    format: PhotoFormat, hasEXIF: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let (jpeg, file, again) = (folder.file("a.jpg"), folder.file("a.\(format.rawValue)"), folder.file("b.jpg"))
    let source = try #require(Self.sources[hasEXIF]).get()
    try source.jpeg.write(to: URL(filePath: jpeg))
    let exiftool = try #require(OtherReaders.exiftool)
    let (iptc, photoshop) = (try #require(source.listed["IPTC"]), try #require(source.listed["Photoshop"]))
    #expect(iptc.count >= 10 && !photoshop.isEmpty)

    let photo = try Photo(contentsOf: URL(filePath: jpeg))
    try photo.write(to: URL(filePath: file), as: .default(for: format))
    let written = try Self.listed(file)
    #expect(written["IPTC"] == iptc && written["Photoshop"] == photoshop, "\(written)")
    // Its warnings and errors.
    #expect(written["ExifTool"] == nil, "\(written)")
    if hasEXIF { #expect(written["EXIF"]?.contains { $0.hasPrefix("ISO") && $0.hasSuffix("100") } == true) }

    // Another program's edit of EXIF leaves it there.
    let edited = try MatteTool.run(exiftool, ["-q", "-overwrite_original", "-Artist=Somebody", file])
    #expect(edited.status == 0, "\(edited)")
    #expect(try Self.listed(file)["IPTC"] == iptc)
    try Photo(contentsOf: URL(filePath: file)).write(to: URL(filePath: again), as: .jpeg())
    let last = try Self.listed(again)
    #expect(last["IPTC"] == iptc && last["Photoshop"] == photoshop, "\(last)")
  }
}
