import Foundation
import MatteKit
import Support
import Testing

/// `mattetool` with formats of one picture.
struct FormatCommandTests {
  @Test(arguments: ["webp", "tif", "jxl"]) func `a photo is written in the format of its name, and read again`(
    ending: String
  ) throws {
    let folder = try TemporaryFolder()
    let first = folder.file("a.\(ending)")
    let effect = try MatteTool.run("apply-effect", "hide-codes", Samples.astronaut, "-o", first)
    #expect(effect.status == 0, "\(effect.errors)")
    #expect(try PhotoSummary(contentsOf: URL(filePath: first)).format == PhotoFormat(pathExtension: ending))
    let second = try MatteTool.run(
      "apply-effect", "blur-background", first, "-o", folder.file("b.heic"), "--matte-quality", "fast")
    #expect(second.status == 0, "\(second.errors)")
    #expect(try PhotoSummary(contentsOf: folder.url.appending(path: "b.heic")).auxiliaryImages.count == 4)
    let inspect = try MatteTool.run("inspect", first)
    #expect(inspect.status == 0 && inspect.output.contains("512x512"), "\(inspect)")
  }

  // Both read files as the commands above do.
  @Test(arguments: TestScale.some(1, of: ["tif", "webp", "jxl"]))
  func `mattes and batch read a format too`(ending: String) throws {
    let folder = try TemporaryFolder()
    let first = folder.file("a.\(ending)")
    #expect(try MatteTool.run("apply-effect", "hide-codes", Samples.astronaut, "-o", first).status == 0)
    let mattes = try MatteTool.run(
      "mattes", first, "-o", folder.file("mattes/"), "--kinds", "hair", "--quality", "fast")
    #expect(mattes.status == 0 && FileManager.default.fileExists(atPath: folder.file("mattes/a.hair.png")), "\(mattes)")
    let batch = try MatteTool.run("batch", "hide-codes", first, "-o", folder.file("out/"))
    #expect(batch.status == 0 && FileManager.default.fileExists(atPath: folder.file("out/a.\(ending)")), "\(batch)")
  }

  @Test func `mattes become files beside a format that cannot hold them`() throws {
    let folder = try TemporaryFolder()
    let output = folder.file("a.webp")
    let arguments = [
      "apply-effect", "whiten-teeth", Samples.astronaut, "-o", output, "--mattes", "beside", "--matte-quality", "fast",
    ]
    let outcome = try MatteTool.run(MatteTool.executable, arguments)
    #expect(outcome.status == 0, "\(outcome)")
    for kind in MatteKind.generated {
      let matte = try Photo(contentsOf: folder.url.appending(path: "a.\(kind.rawValue).png"))
      #expect(matte.pixels.size == PixelSize(width: 256, height: 256), "\(kind)")
    }
    try FileManager.default.removeItem(atPath: output)
    let again = try MatteTool.run(MatteTool.executable, arguments)
    #expect(again.status == 73 && !FileManager.default.fileExists(atPath: output), "\(again)")
    let batch = try MatteTool.run(
      "batch", "whiten-teeth", Samples.astronaut, "-o", folder.file("x/"), "--mattes", "beside", "--matte-quality",
      "fast")
    #expect(batch.status == 0, "\(batch)")
    for kind in MatteKind.generated {
      let path = folder.file("x/astronaut.\(kind.rawValue).png")
      #expect(FileManager.default.fileExists(atPath: path), "\(path)")
    }
  }

  @Test func `a GIF is a photo where one is written, and RAW becomes JPEG in a batch`() throws {
    let folder = try TemporaryFolder()
    let dng = folder.file("a.dng")
    try Data(SyntheticDNG.ramp(width: 160, height: 120)).write(to: URL(filePath: dng))
    let batch = try MatteTool.run("batch", "hide-codes", dng, "-o", folder.file("out/"))
    #expect(batch.status == 0, "\(batch)")
    let jpeg = try Photo(contentsOf: folder.url.appending(path: "out/a.jpg"))
    #expect(jpeg.sourceFormat == .jpeg && jpeg.metadata.exif != nil)
    let gif = folder.file("a.gif")
    // One pixel, red.
    let bytes: [UInt8] =
      Array("GIF89a".utf8) + [
        1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
      ]
    try Data(bytes).write(to: URL(filePath: gif))
    let effect = try MatteTool.run("apply-effect", "hide-codes", gif, "-o", folder.file("b.png"))
    #expect(effect.status == 0, "\(effect)")
    #expect(try Photo(contentsOf: folder.url.appending(path: "b.png")).pixels.bytes == [255, 0, 0, 255])
    // It needs no --format, and an animated one stays a movie unless a photo is requested.
    let animated = folder.file("d.gif")
    try Data(bytes.dropLast() + bytes[19...]).write(to: URL(filePath: animated))
    for (input, format) in [(gif, []), (animated, ["--format", "png"])] {
      let piped = try MatteTool.run(
        MatteTool.executable, ["apply-effect", "hide-codes", input, "-o", "-"] + format)
      #expect(piped.status == 0 && piped.output.contains("PNG"), "\(piped)")
      #expect(piped.errors.contains("only the first of 2 frames is read") == (input == animated), "\(piped)")
    }
    let movie = try MatteTool.run("apply-effect", "hide-codes", animated, "-o", "-")
    #expect(movie.status == 0 && movie.output.hasPrefix("YUV4MPEG2"), "\(movie)")
    // The same for mattes: a picture's name requests the first frame, which shows no person; otherwise the result is a
    // movie.
    let matte = try MatteTool.run(
      "mattes", animated, "--kinds", "portrait", "--quality", "fast", "-o", folder.file("e.png"))
    #expect(matte.errors.contains("only the first of 2 frames is read") && matte.status != 64, "\(matte)")
    let mattes = try MatteTool.run(
      "mattes", animated, "--kinds", "portrait", "--quality", "fast", "-o", folder.file("mattes/"), "--format", "png")
    #expect(mattes.status == 0, "\(mattes)")
    #expect(FileManager.default.fileExists(atPath: folder.file("mattes/portrait/000002.png")))
    let refused = try MatteTool.run("apply-effect", "blur-background", Samples.astronaut, "-o", folder.file("c.gif"))
    #expect(refused.status != 0 && refused.errors.contains("GIF is only read"), "\(refused)")
  }

  @Test func `malformed XMP makes no library print`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("a.jpg")
    var photo = SyntheticPicture.gradient(width: 40, height: 30)
    photo.metadata.xmp = Array(
      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><a".utf8
    )
    try photo.write(to: URL(filePath: file), as: .jpeg())
    let outcome = try MatteTool.run("inspect", file)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
  }

  @Test func `without its library a file is exit code 69, and doctor says which`() throws {
    let folder = try TemporaryFolder()
    // An invalid library where the loader searches first.
    for name in ["libjxl.so.0.7", "libgif.so.7"] { try Data().write(to: URL(filePath: folder.file(name))) }
    let hidden = ["LD_LIBRARY_PATH": folder.url.path]
    let file = folder.file("a.jxl")
    let photo = try Photo(contentsOf: URL(filePath: Samples.astronaut))
    try photo.write(to: URL(filePath: file), as: .jpegXL())
    #expect(try MatteTool.run("inspect", file).status == 0)
    let outcome = try MatteTool.run("inspect", file, environment: hidden)
    #expect(outcome.status == 69 && outcome.errors.contains("libjxl0.7"), "\(outcome)")
    let doctor = try MatteTool.run("doctor", environment: hidden)
    let lines = doctor.output.split(separator: "\n")
    #expect(doctor.status == 69)
    #expect(lines.contains { $0.hasPrefix("MISSING  codec: JPEG XL") && $0.contains("libjxl0.7") }, "\(doctor.output)")
    #expect(lines.contains { $0.hasPrefix("found    codec: TIFF: libtiff 4") }, "\(doctor.output)")
  }
}
