import Foundation
import MatteKit
import Support
import Testing

/// `hide-faces` on the built tool: what else of the file shows the face goes, and is named.
@Suite(.enabled(if: OtherReaders.exiftool != nil && OtherReaders.ffmpeg != nil, "needs exiftool and ffmpeg"))
struct HidingTests {
  /// The astronaut as a phone's motion photo, with the face in every small picture.
  private func file(_ format: PhotoFormat, in folder: TemporaryFolder) throws -> (file: String, face: [UInt8]) {
    let astronaut = try Photo(contentsOf: URL(filePath: Samples.astronaut))
    let head = PixelRect(x: 150, y: 20, width: 160, height: 160)
    let pixels = try Renderer().render(
      astronaut.image.cropped(to: head).transformed(by: .translation(x: -150, y: -20)),
      in: PixelRect(x: 0, y: 0, width: 160, height: 160), as: .rgba8)
    let (face, file) = (folder.file("face.jpg"), folder.file("in.\(format.rawValue)"))
    try Photo(pixels: pixels).write(to: URL(filePath: face), as: .jpeg(quality: 0.5))
    try Photo(pixels: astronaut.pixels).write(to: URL(filePath: file), as: .default(for: format))
    let exiftool = try #require(OtherReaders.exiftool)
    var arguments = [
      "-q", "-q", "-m", "-overwrite_original", "-XMP-dc:Title=A walk", "-XMP-xmp:ThumbnailImage<=\(face)",
    ]
    if format == .jpeg { arguments += ["-PhotoshopThumbnail<=\(face)", "-IPTC:ObjectPreviewData<=\(face)"] }
    if format != .png { arguments += ["-IFD1:ThumbnailImage<=\(face)"] }
    let written = try MatteTool.run(exiftool, arguments + [file])
    #expect(written.status == 0, "\(written)")
    var bytes = try [UInt8](Data(contentsOf: URL(filePath: file)))
    let picture = try [UInt8](Data(contentsOf: URL(filePath: face)))
    let movie = JPEGPieces.box("ftyp", Array("isom\0\0\0\0".utf8)) + JPEGPieces.box("mdat", picture)
    switch format {
    case .jpeg: bytes += movie + JPEGPieces.samsung([("MotionPhoto_Data", movie)])
    case .heic, .avif: bytes += JPEGPieces.box("mpvd", movie)
    case .png: bytes.insert(contentsOf: JPEGPieces.chunk("prVw", picture), at: 33)
    default: break
    }
    try Data(bytes).write(to: URL(filePath: file))
    return (file, picture)
  }

  private func shows(_ file: String, _ face: [UInt8]) throws -> Int {
    let bytes = try Data(contentsOf: URL(filePath: file))
    let middle = face.count / 2
    let text = Data(face).base64EncodedString()
    let pieces = [Data(face[middle..<middle + 24]), Data(text.utf8.dropFirst(text.utf8.count / 2).prefix(40))]
    return pieces.filter { bytes.range(of: $0) != nil }.count
  }

  @Test(arguments: [("apng", "png"), ("webp", "webp")])
  func `only the searched frame of an animation is written`(muxer: String, ext: String) throws {
    let folder = try TemporaryFolder()
    let (file, output) = (folder.file("in.\(ext)"), folder.file("out.\(ext)"))
    let made = try MatteTool.run(
      #require(OtherReaders.ffmpeg),
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=5:d=1", "-f", muxer, "-loop", "0", file])
    #expect(made.status == 0, "\(made.errors)")
    let outcome = try MatteTool.run("apply-effect", "hide-codes", file, "-o", output)
    #expect(outcome.status == 0 && outcome.errors.contains("only the first of 5 frames is read"), "\(outcome.errors)")
    let bytes = try Data(contentsOf: URL(filePath: output))
    for chunk in ["acTL", "fdAT", "ANMF"] { #expect(bytes.range(of: Data(chunk.utf8)) == nil, "\(chunk)") }
  }

  @Test(arguments: TestScale.isFull ? [PhotoFormat.jpeg, .heic, .png, .webP, .jpegXL] : [.jpeg, .heic, .png])
  func `no byte of the result shows the face, and removed data are reported`(format: PhotoFormat) throws {
    let folder = try TemporaryFolder()
    let (file, face) = try file(format, in: folder)
    #expect(try shows(file, face) >= 1)
    let output = folder.file("out.\(format.rawValue)")
    let outcome = try MatteTool.run("apply-effect", "hide-faces", file, "-o", output, "--matte-quality", "fast")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try shows(output, face) == 0)
    let names: [PhotoFormat: [String]] = [
      .jpeg: ["thumbnail in EXIF", "Photoshop's thumbnail", "xmp:Thumbnails", "movie", "Samsung's data", "IPTC"],
      .heic: ["thumbnail in EXIF", "xmp:Thumbnails", "movie"], .png: ["xmp:Thumbnails"],
    ]
    for name in names[format] ?? [] {
      #expect(outcome.errors.contains(name), "\(name): \(outcome.errors)")
    }
    let lines = try SecretPlace.exiftoolLines(of: output)
    #expect(lines.contains { $0.contains("A walk") })
    #expect(!lines.contains { $0.contains("Thumbnail") || $0.contains("EmbeddedVideo") }, "\(lines)")
    let kinds = try Photo(contentsOf: URL(filePath: output)).mattes.kinds
    #expect(kinds == (format.holds(.auxiliaryImages) ? [.hair, .portrait] : []))
  }

  @Test func `another effect keeps the movie, and shows its own picture in the thumbnail`() throws {
    let folder = try TemporaryFolder()
    let (file, face) = try file(.jpeg, in: folder)
    let output = folder.file("out.jpg")
    let outcome = try MatteTool.run("apply-effect", "mono-background", file, "-o", output, "--matte-quality", "fast")
    #expect(outcome.status == 0 && outcome.errors.contains("Photoshop's thumbnail is left out"), "\(outcome)")
    let exiftool = try #require(OtherReaders.exiftool)
    let thumbnail = try MatteTool.run(
      exiftool, ["-b", "-IFD1:ThumbnailImage", "-W!", folder.file("thumb.jpg"), output])
    #expect(thumbnail.errors.contains("1 output file") || thumbnail.status == 0)
    let small = try Data(contentsOf: URL(filePath: folder.file("thumb.jpg")))
    #expect(small.count > 500 && small.range(of: Data(face[face.count / 2..<face.count / 2 + 24])) == nil)
    #expect(try SecretPlace.exiftoolLines(of: output).contains { $0.contains("EmbeddedVideo") })
  }

  @Test func `unknown data are refused, or kept on request`() throws {
    let folder = try TemporaryFolder()
    var bytes = try Photo(pixels: Photo(contentsOf: URL(filePath: Samples.astronaut)).pixels).data(as: .jpeg())
    bytes += Array("who knows what".utf8)
    let (file, output) = (folder.file("in.jpg"), folder.file("out.jpg"))
    try Data(bytes).write(to: URL(filePath: file))
    let refused = try MatteTool.run("apply-effect", "hide-faces", file, "-o", output)
    #expect(refused.status == 65 && refused.errors.contains("14 bytes behind the picture"), "\(refused)")
    #expect(refused.errors.contains(file) && !folder.contents.contains("out.jpg"))
    let kept = try MatteTool.run(
      "apply-effect", "hide-faces", file, "-o", output, "--keep-unknown", "--matte-quality", "fast")
    #expect(kept.status == 0 && kept.errors.contains("without being searched"), "\(kept)")
  }
}
