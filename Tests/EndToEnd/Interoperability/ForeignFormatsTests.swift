import Foundation
import MatteKit
import Support
import Testing

/// WebP, TIFF, JPEG XL, GIF and RAW beside other people's programs, both ways.
@Suite(
  .enabled(if: OtherReaders.convert != nil && OtherReaders.vips != nil, "needs ImageMagick and vips"))
struct ForeignFormatsTests {
  /// A file that a program makes of `rgb.png` or `rgba.png`, with its arguments between input and output.
  struct Made: CustomStringConvertible {
    let name: String
    let source: String
    let arguments: [String]
    let tolerance: Int
    var isByVips = false
    var description: String { name }

    init(_ name: String, _ source: String = "rgb.png", _ arguments: [String] = [], tolerance: Int = 0) {
      (self.name, self.source, self.arguments, self.tolerance) = (name, source, arguments, tolerance)
    }

    static func vips(_ name: String, _ source: String, _ arguments: [String], tolerance: Int = 0) -> Made {
      var made = Made(name, source, arguments, tolerance: tolerance)
      made.isByVips = true
      return made
    }
  }

  private static let made: [Made] = [
    Made("plain.tif", "rgb.png", ["-compress", "none"]), Made("lzw.tif", "rgb.png", ["-compress", "lzw"]),
    Made("alpha.tif", "rgba.png", ["-compress", "zip"]),
    Made("fax.tif", "rgb.png", ["-threshold", "50%", "-compress", "group4"]),
    // Both decode with libjpeg, and turn Y'CbCr into colour each in its own way.
    Made("jpeg.tif", "rgb.png", ["-compress", "jpeg", "-quality", "95"], tolerance: 4),
    Made("deep.tif", "rgb.png", ["-depth", "16", "-endian", "msb"]),
    Made("gray.tif", "rgb.png", ["-colorspace", "gray"]),
    Made("palette.tif", "rgb.png", ["-colors", "90", "-type", "palette"]),
    Made("planar.tif", "rgb.png", ["-interlace", "plane"]),
    Made("cmyk.tif", "rgb.png", ["-colorspace", "cmyk"], tolerance: 2),
    Made("pages.tif", "rgb.png", ["rgba.png"]), Made("rows.tif", "rgb.png", ["-define", "tiff:rows-per-strip=1"]),
    .vips(
      "tiles.tif", "rgba.png", ["tiffsave", "--tile", "--tile-width=64", "--tile-height=48", "--compression=deflate"]),
    .vips("big.tif", "rgb.png", ["tiffsave", "--bigtiff", "--compression=lzw", "--predictor=horizontal"]),
    .vips("multiplied.tif", "rgba.png", ["tiffsave", "--premultiply"], tolerance: 2),
    Made("a.gif", "rgb.png", ["-colors", "100"]), Made("rows.gif", "rgb.png", ["-interlace", "gif", "-colors", "64"]),
    Made("clear.gif", "rgba.png", ["-colors", "60"]), Made("film.gif", "rgb.png", ["-delay", "10", "rgba.png"]),
    Made("a.webp", "rgb.png", ["-quality", "80"]), Made("clear.webp", "rgba.png", ["-quality", "60"]),
    Made("exact.webp", "rgba.png", ["-define", "webp:lossless=true,exact=true"]),
    .vips("exact.jxl", "rgba.png", ["jxlsave", "--lossless"]),
    .vips("a.jxl", "rgb.png", ["jxlsave", "--Q=80"], tolerance: 1),
    .vips("clear.jxl", "rgba.png", ["jxlsave", "--distance=2"], tolerance: 1),
  ]

  /// A folder with colour that changes everywhere, and the same with alpha.
  private func sources() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let size = PixelSize(width: 150, height: 110)
    for (name, alphaType) in [("rgb.png", AlphaType.opaque), ("rgba.png", .straight)] {
      let pixels = PixelBuffer(size: size, format: .rgba8, alphaType: alphaType) { target in
        for y in 0..<size.height {
          for x in 0..<size.width {
            let at = 4 * (y * size.width + x)
            target[at] = UInt8(30 + x)
            target[at + 1] = UInt8(20 + 2 * y)
            target[at + 2] = UInt8((x * y / 40) & 255)
            target[at + 3] = alphaType == .opaque || x > 100 ? 255 : UInt8(min(255, 2 * x))
          }
        }
      }
      try Photo(pixels: pixels).write(to: folder.url.appending(path: name), as: .png)
    }
    return folder
  }

  private func run(_ program: URL?, _ arguments: [String], in folder: TemporaryFolder) throws {
    let outcome = try MatteTool.run(try #require(program), arguments)
    #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
  }

  private func make(_ made: Made, in folder: TemporaryFolder) throws {
    let arguments = made.arguments.map { $0.hasSuffix(".png") ? folder.file($0) : $0 }
    let (source, target) = (folder.file(made.source), folder.file(made.name))
    if made.isByVips {
      try run(OtherReaders.vips, [arguments[0], source, target] + arguments.dropFirst(), in: folder)
    } else {
      try run(OtherReaders.convert, [source] + arguments + [target], in: folder)
    }
  }

  @Test(arguments: made) func `foreign files are read as by other programs`(made: Made) throws {
    let folder = try sources()
    try make(made, in: folder)
    let photo = try Photo(contentsOf: folder.url.appending(path: made.name))
    let (decoded, file) = (folder.file("decoded.png"), folder.file(made.name))
    if made.isByVips {
      try run(OtherReaders.vips, ["cast", file, decoded, "uchar"], in: folder)
    } else {
      try run(
        OtherReaders.convert, ["\(file)[0]", made.name == "deep.tif" ? "PNG64:\(decoded)" : "PNG32:\(decoded)"],
        in: folder)
    }
    let expected = try Photo(contentsOf: URL(filePath: decoded)).pixels
    #expect(photo.pixels.size == expected.size && photo.pixels.format == expected.format)
    let ours = photo.pixels
    #expect((ours.alphaType == .premultiplied) == (made.name == "multiplied.tif"))
    // What is under full transparency nobody sees.
    let step = ours.format.bytesPerPixel
    var worst = 0
    for start in stride(from: 0, to: ours.bytes.count, by: step) {
      let isHidden = ours.bytes[start + step - 1] < 8 && expected.bytes[start + step - 1] < 8
      for index in start..<start + step where !isHidden {
        var other = Int(expected.bytes[index])
        // vips divides colour by alpha as it reads.
        if ours.alphaType == .premultiplied, index < start + 3 { other = other * Int(expected.bytes[start + 3]) / 255 }
        worst = max(worst, abs(Int(ours.bytes[index]) - other))
      }
    }
    #expect(worst <= made.tolerance, "\(made): \(worst)")
    let isFirst = ["pages.tif", "film.gif"].contains(made.name)
    #expect(photo.warnings.contains { $0.message.hasPrefix("only the first of 2") } == isFirst, "\(photo.warnings)")
  }

  @Test(arguments: ["webp", "tif", "jxl"]) func `other programs read written files pixel by pixel`(ending: String)
    throws
  {
    let folder = try sources()
    for name in ["rgb.png", "rgba.png"] {
      let photo = try Photo(contentsOf: folder.url.appending(path: name))
      let format = try #require(PhotoFormat(pathExtension: ending))
      let file = folder.file("\(name).\(ending)")
      try photo.write(to: URL(filePath: file), as: EncodingOptions(format: format, quality: 1))
      // This ImageMagick knows no JPEG XL.
      if ending == "jxl" {
        try run(OtherReaders.vips, ["copy", file, folder.file("back.png")], in: folder)
      } else {
        try run(OtherReaders.convert, [file, "PNG32:\(folder.file("back.png"))"], in: folder)
      }
      #expect(
        try Photo(contentsOf: folder.url.appending(path: "back.png")).pixels.bytes == photo.pixels.bytes, "\(name)")
    }
  }

  @Test(.enabled(if: OtherReaders.exiftool != nil, "needs exiftool"), arguments: ["webp", "tif", "jxl"])
  func `exiftool finds EXIF, XMP and profile, without warnings`(ending: String) throws {
    let folder = try sources()
    var photo = try Photo(contentsOf: folder.url.appending(path: "rgb.png"))
    photo.pixels.colorSpace = .displayP3
    let jpeg = folder.file("a.jpg")
    try photo.write(to: URL(filePath: jpeg), as: .jpeg())
    try run(
      OtherReaders.exiftool,
      [
        "-q", "-overwrite_original", "-Artist=Ann", "-ExposureTime=1/60", "-GPSLatitude=48.5", "-GPSLatitudeRef=N",
        "-XMP-dc:Title=Sea", "-IPTC:Caption-Abstract=Waves", "-Orientation#=6", "-LensModel=50 mm", jpeg,
      ], in: folder)
    let source = try Photo(contentsOf: URL(filePath: jpeg))
    let output = folder.file("b.\(ending)")
    try source.write(to: URL(filePath: output), as: .default(for: try #require(PhotoFormat(pathExtension: ending))))
    func lines(_ file: String) throws -> [String] {
      let tags = ["Artist", "ExposureTime", "GPSLatitude", "Title", "Orientation", "LensModel", "Warning", "Error"]
      return try OtherReaders.exiftoolLines(["-a", "-s", "-n"] + tags.map { "-\($0)" }, of: [file])[file] ?? []
    }
    let found = Set(try lines(output))
    for line in try lines(jpeg) { #expect(found.contains(line), "\(line) of \(found)") }
    #expect(!found.contains { $0.hasPrefix("Warning") || $0.hasPrefix("Error") }, "\(found)")
    if ending != "jxl" {
      let profile = try OtherReaders.exiftoolLines(["-s", "-ProfileDescription"], of: [output])[output]
      #expect(profile == ["ProfileDescription : Display P3"])
    }
    if ending == "tif" {
      let caption = try OtherReaders.exiftoolLines(["-s", "-IPTC:Caption-Abstract"], of: [output])[output]
      #expect(caption == ["Caption-Abstract : Waves"])
    }
    // And back: what is read of it goes into a JPEG.
    let again = folder.file("c.jpg")
    try Photo(contentsOf: URL(filePath: output)).write(to: URL(filePath: again), as: .jpeg())
    let back = Set(try lines(again))
    for line in try lines(jpeg) { #expect(back.contains(line), "\(line) of \(back)") }
    let safe = folder.file("safe.\(ending)")
    try Data(try MetadataPolicy.safe.applied(to: Array(try Data(contentsOf: URL(filePath: output))))).write(
      to: URL(filePath: safe))
    let left = Set(try lines(safe))
    #expect(left.contains("Artist : Ann") && !left.contains { $0.hasPrefix("GPS") }, "\(left)")
  }

  @Test(.enabled(if: OtherReaders.exiftool != nil, "needs exiftool"), arguments: [false, true])
  func `exiftool and vips read a BigTIFF whose metadata were removed`(isBigEndian: Bool) throws {
    let folder = try TemporaryFolder()
    let xmp = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="Zanzibarrow"
       photoshop:Headline="Sea"/></rdf:RDF></x:xmpmeta>
      """
    let writer = SyntheticBigTIFF(isBigEndian: isBigEndian)
    let file = folder.file("big.tif")
    try Data(writer.file(xmp: Array(xmp.utf8), second: [writer.text(315, "Zanzibarrow")])).write(
      to: URL(filePath: file))
    func lines(_ file: String) throws -> Set<String> {
      // It takes the tags of a BigTIFF's GPS directory for others of the same numbers.
      let tags = [
        "Artist", "ExposureTime", "LensModel", "InteropVersion", "City", "Headline", "Orientation", "ImageWidth",
      ]
      let options = ["-a", "-s", "-n"] + (tags + ["Warning", "Error"]).map { "-\($0)" }
      return Set(try OtherReaders.exiftoolLines(options, of: [file])[file] ?? [])
    }
    let shown: Set = ["Orientation : 6", "ImageWidth : 2"]
    let kept: Set = ["Artist : Ann Example", "ExposureTime : 0.008", "LensModel : A lens of 50 mm", "Headline : Sea"]
    let places: Set = ["InteropVersion : 48 30 0", "City : Zanzibarrow"]
    let before = try lines(file)
    #expect(before.isSuperset(of: shown.union(kept).union(places)), "\(before)")
    for (part, left) in [("--location", shown.union(kept)), ("--metadata", shown)] {
      let output = folder.file("\(part).tif")
      try run(MatteTool.executable, ["strip", file, part, "-o", output], in: folder)
      #expect(try lines(output) == left, "\(part)")
      #expect(try Data(contentsOf: URL(filePath: output)).range(of: Data("Zanzibarrow".utf8)) == nil)
      let png = folder.file("\(part).png")
      try run(OtherReaders.vips, ["copy", output, png], in: folder)
      #expect(try Photo(contentsOf: URL(filePath: png)).pixels.bytes.prefix(5) == [7, 7, 7, 255, 200])
    }
  }

  @Test(.enabled(if: OtherReaders.dcraw != nil, "needs dcraw_emu of Debian's libraw-bin"))
  func `RAW is developed as by libraw's own program`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("a.dng")
    let bytes = SyntheticDNG.file(width: 120, height: 90) { x, y in
      1_000 + 400 * x + (x % 2 == 0 ? 5_000 : 0) + (y % 2 == 0 ? 2_000 : 0) + 60 * y
    }
    try Data(bytes).write(to: URL(filePath: file))
    for isHalf in [false, true] {
      try run(
        OtherReaders.dcraw,
        ["-w", "-o", "1", "-6", "-g", "2.4", "12.92", "-T", "-t", "0"] + (isHalf ? ["-h"] : []) + [file], in: folder)
      let expected = try Photo(contentsOf: URL(filePath: file + ".tiff")).pixels
      let options = ReadingOptions(maximumPixelSize: isHalf ? 60 : nil)
      let pixels = try Photo(contentsOf: URL(filePath: file), options: options).pixels
      #expect(pixels.bytes == expected.bytes && pixels.size == expected.size, "half: \(isHalf)")
    }
  }
}
