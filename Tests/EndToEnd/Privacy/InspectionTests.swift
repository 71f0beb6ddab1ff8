import Foundation
import MatteKit
import Support
import Testing

/// `inspect` lists where a file tells of a place or a serial number, or shows an earlier picture; nothing is listed after what
/// it lists was stripped.
@Suite(.enabled(if: OtherReaders.exiftool != nil && OtherReaders.ffmpeg != nil, "needs exiftool and ffmpeg"))
struct InspectionTests {
  private struct Report: Decodable {
    struct Content: Decodable {
      let kind, place: String
    }
    let sensitiveContents: [Content]
  }

  private func contents(_ file: String) throws -> [String] {
    let outcome = try MatteTool.run("inspect", file, "--json")
    #expect(outcome.status == 0, "\(outcome)")
    return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8)).sensitiveContents.map {
      "\($0.kind): \($0.place)"
    }
  }

  @Test(arguments: PhotoFormat.allCases.filter(\.isWritable))
  func `listed data are removed by strip`(format: PhotoFormat) throws {
    let folder = try TemporaryFolder()
    let file = try PlantedFile(in: folder).file(format)
    let found = try contents(file)
    var expected = [
      "location: EXIF", "location: XMP (photoshop:City)", "location: XMP (drone-dji:GpsLatitude)",
      "location: XMP (Iptc4xmpExt:LocationShown)", "serial-number: EXIF", "serial-number: XMP (aux:SerialNumber)",
    ]
    switch format {
    case .jpeg:
      expected += [
        "location: XMP packet 2 (photoshop:City)", "location: FLIR's data", "location: Samsung's MCC_Data",
        "location: place of the movie", "location: EXIF of the picture in EXIF", "picture: thumbnail in EXIF",
        "picture: Photoshop's thumbnail", "picture: movie", "picture: Samsung's data behind the picture",
      ]
    case .heic, .avif: expected += ["location: Samsung's MCC_Data", "location: place of the movie", "picture: movie"]
    case .png: expected += ["location: text 'exif:GPSLatitude'"]
    default: break
    }
    // IPTC has a place of its own in JPEG and TIFF.
    expected.append(format == .jpeg || format == .tiff ? "location: IPTC" : "location: IPTC in EXIF")
    for content in expected { #expect(found.contains(content), "\(content): \(found)") }
    let text = try MatteTool.run("inspect", file).output
    #expect(text.contains("  private: \(found.count)\n") && text.contains("    location: EXIF\n"))

    let (nowhere, bare) = (folder.file("nowhere.\(format.rawValue)"), folder.file("bare.\(format.rawValue)"))
    #expect(try MatteTool.run("strip", file, "--location", "--serial-numbers", "-o", nowhere).status == 0)
    #expect(try !contents(nowhere).contains { $0.hasPrefix("location") || $0.hasPrefix("serial") })
    #expect(try MatteTool.run("strip", file, "--metadata", "--thumbnails", "-o", bare).status == 0)
    #expect(try contents(bare).isEmpty)
    #expect(try MatteTool.run("inspect", bare).output.contains("  private: nothing\n"))
  }
}
