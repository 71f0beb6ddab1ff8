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

  private func listed(_ file: String, _ group: String) throws -> [String] {
    let exiftool = try #require(OtherReaders.exiftool)
    let outcome = try MatteTool.run(exiftool, ["-a", "-s", "-\(group):all", file])
    #expect(outcome.status == 0, "\(outcome)")
    // Where IPTC has a place of its own exiftool adds this. In TIFF it stands twice, as the standard of TIFF and as
    // Photoshop have it.
    let lines = outcome.output.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("CurrentIPTCDigest") }
    return (file.hasSuffix("tiff") ? Array(Set(lines)) : lines).sorted()
  }

  @Test(arguments: PhotoFormat.allCases.filter { $0.isWritable && $0 != .jpeg }, [false, true])
  func `exiftool shows the same IPTC as of the JPEG, and the JPEG made of the file has it too`(
    format: PhotoFormat, hasEXIF: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let (jpeg, file, again) = (folder.file("a.jpg"), folder.file("a.\(format.rawValue)"), folder.file("b.jpg"))
    try SyntheticPicture.gradient(width: 60, height: 40).write(to: URL(filePath: jpeg), as: .jpeg())
    let exiftool = try #require(OtherReaders.exiftool)
    let exif = hasEXIF ? ["-Make=Camera", "-ISO=100", "-GPSAltitude=7", "-ThumbnailImage<=\(jpeg)"] : []
    let written = try MatteTool.run(
      exiftool, ["-q", "-overwrite_original"] + Self.tags.map { "-\($0)" } + exif + [jpeg])
    #expect(written.status == 0, "\(written)")
    let (iptc, photoshop) = (try listed(jpeg, "IPTC"), try listed(jpeg, "Photoshop"))
    #expect(iptc.count >= 10 && !photoshop.isEmpty)

    let photo = try Photo(contentsOf: URL(filePath: jpeg))
    try photo.write(to: URL(filePath: file), as: .default(for: format))
    #expect(try listed(file, "IPTC") == iptc)
    #expect(try listed(file, "Photoshop") == photoshop)
    let warnings = try MatteTool.run(exiftool, ["-a", "-Warning", "-Error", file]).output
    #expect(warnings.isEmpty, "\(warnings)")
    if hasEXIF { #expect(try listed(file, "EXIF").contains { $0.hasPrefix("ISO") && $0.hasSuffix("100") }) }

    // Another program's edit of EXIF leaves it there.
    let edited = try MatteTool.run(exiftool, ["-q", "-overwrite_original", "-Artist=Somebody", file])
    #expect(edited.status == 0, "\(edited)")
    #expect(try listed(file, "IPTC") == iptc)
    try Photo(contentsOf: URL(filePath: file)).write(to: URL(filePath: again), as: .jpeg())
    #expect(try listed(again, "IPTC") == iptc)
    #expect(try listed(again, "Photoshop") == photoshop)
  }
}
