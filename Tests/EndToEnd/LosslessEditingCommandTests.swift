import Foundation
import MatteKit
import Support
import Testing

/// `embed`, `extract` and `strip` on the built tool, their results read by programs of other people.
@Suite struct LosslessEditingCommandTests {
  private static let size = PixelSize(width: 301, height: 203)

  /// A gray picture, different in every corner.
  private static func matte(_ size: PixelSize, _ shift: Int = 0) -> PixelBuffer {
    PixelBuffer(size: size, format: .l8, colorSpace: .linearGray) { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          bytes[y * size.width + x] = UInt8(truncatingIfNeeded: (x * 2 + y + shift) / 3)
        }
      }
    }
  }

  private static func photo(_ orientation: Orientation) -> Photo {
    var photo = SyntheticPicture.gradient(width: size.width, height: size.height)
    photo.orientation = orientation
    return photo.with(
      mattes: MatteSet(
        [MatteKind.hair, .skin, .portrait].enumerated().map {
          Matte(kind: $1, pixels: matte(size.half, 40 * $0), coordinateSpace: .stored)
        }))
  }

  /// A photo's file with three mattes.
  private func write(_ format: String, _ orientation: Orientation = .up, in folder: TemporaryFolder) throws
    -> String
  {
    let file = folder.file("photo.\(format)")
    try Self.photo(orientation).write(
      to: URL(filePath: file), as: .default(for: try #require(PhotoFormat(pathExtension: format))))
    return file
  }

  private func run(_ arguments: String...) throws -> MatteTool.Outcome {
    let outcome = try MatteTool.run(MatteTool.executable, arguments)
    #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome
  }

  private func warnings(_ files: String...) throws -> String {
    guard let exiftool = OtherReaders.exiftool else { return "" }
    return try MatteTool.run(exiftool, ["-q", "-q", "-s3", "-a", "-warning", "-error"] + files).output
  }

  @Test func `a link to a folder is a folder to extract to`() throws {
    let folder = try TemporaryFolder()
    let file = try write("heic", .up, in: folder)
    let (parts, link) = (folder.file("parts"), folder.file("link"))
    try FileManager.default.createDirectory(atPath: parts, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: parts)
    _ = try run("extract", file, "hair", "-o", link)
    #expect(FileManager.default.fileExists(atPath: "\(parts)/photo.hair.png"))
  }

  @Test(arguments: ["heic", "jpg"], [Orientation.up, .right])
  func `mattes that are stripped and embedded again are the same`(format: String, orientation: Orientation) throws {
    let folder = try TemporaryFolder()
    let file = try write(format, orientation, in: folder)
    let (parts, bare, back) = (folder.file("parts"), folder.file("bare.\(format)"), folder.file("back.\(format)"))
    _ = try run("extract", file, "--all", "--as", "file", "-o", parts)
    _ = try run("strip", file, "--mattes", "-o", bare)
    let images = ["hair", "skin", "portrait"].map { "\(parts)/photo.\($0).\(format)" }
    let outcome = try MatteTool.run(MatteTool.executable, ["embed", bare] + images + ["-o", back, "--json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.components(separatedBy: "\"copied\" : true").count == 4)
    #expect(try Photo(contentsOf: URL(filePath: back)) == Photo(contentsOf: URL(filePath: file)))
    #expect(try run("extract", bare, "--list").output.isEmpty)
    #expect(try warnings(bare, back).isEmpty)
    if format == "jpg" {
      #expect(try Data(contentsOf: URL(filePath: back)) == Data(contentsOf: URL(filePath: file)))
    }
    if OtherReaders.python != nil {
      // Pillow reads extracted images as gray pictures, upright, and embedded ones unchanged.
      let program = """
        import sys, pillow_heif
        from PIL import Image, ImageOps
        pillow_heif.register_heif_opener()
        for name in sys.argv[1:]:
            picture = ImageOps.exif_transpose(Image.open(name)); picture.load()
            print(picture.mode, *picture.size)
        """
      let outcome = try OtherReaders.runPython(program, images[0], back)
      let (half, whole) = (orientation.apply(to: Self.size.half), orientation.apply(to: Self.size))
      #expect(
        outcome.output == "L \(half.width) \(half.height)\nRGB \(whole.width) \(whole.height)\n", "\(outcome)")
    }
    if format == "heic", let convert = OtherReaders.heifConvert {
      for file in [bare, back] + images {
        let outcome = try MatteTool.run(convert, [file, folder.file("converted.png")])
        #expect(outcome.status == 0, "\(outcome)")
      }
    }
  }

  @Test(arguments: ["heic", "jpg"], Orientation.allCases)
  func `an upright PNG lies in the file as the picture does`(format: String, orientation: Orientation) throws {
    let folder = try TemporaryFolder()
    let file = try write(format, orientation, in: folder)
    let upright = Self.matte(orientation.apply(to: Self.size.half), 99)
    let (png, output, back) = (folder.file("m.png"), folder.file("out.\(format)"), folder.file("back.png"))
    try Photo(pixels: upright).write(to: URL(filePath: png), as: .png)
    let outcome = try run("embed", file, "teeth=\(png)", "-o", output)
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    let photo = try Photo(contentsOf: URL(filePath: output))
    let stored = try #require(photo.mattes[.teeth]).pixels
    #expect(stored.size == Self.size.half)
    let differences = zip(stored.oriented(by: orientation).bytes, upright.bytes).map { abs(Int($0) - Int($1)) }
    #expect((differences.max() ?? 0) <= (format == "heic" ? 0 : 2))
    // Everything that was there is there.
    let before = try Photo(contentsOf: URL(filePath: file))
    #expect(photo.pixels == before.pixels && photo.mattes[.skin] == before.mattes[.skin])

    _ = try run("extract", output, "teeth", "-o", back)
    let again = try SyntheticPicture.pixels(of: back)
    #expect(again.size == upright.size)
    _ = try run("extract", output, "teeth", "--as", "raw", "--stored", "-o", folder.file("teeth.raw"))
    #expect(try Array(Data(contentsOf: URL(filePath: folder.file("teeth.raw")))) == stored.bytes)
  }

  @Test(.enabled(if: OtherReaders.exiftool != nil, "needs exiftool"), arguments: ["heic", "jpg"])
  func `exiftool finds no location after strip, and the same orientation`(format: String) throws {
    let exiftool = try #require(OtherReaders.exiftool)
    let folder = try TemporaryFolder()
    let file = try write(format, .right, in: folder)
    if format == "heic" {
      // IPTC with a title and a city, which exiftool cannot write to HEIC.
      var photo = try Photo(contentsOf: URL(filePath: file))
      let iim: [UInt8] = [0x1C, 2, 5, 0, 5] + Array("A sea".utf8) + [0x1C, 2, 90, 0, 5] + Array("Tokyo".utf8)
      photo.metadata.iptc = Array("Photoshop 3.0\08BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(iim.count)] + iim
      try photo.write(to: URL(filePath: file), as: .heic(), overwriting: true)
      #expect(try warnings(file).isEmpty)
      if let convert = OtherReaders.heifConvert {
        #expect(try MatteTool.run(convert, [file, folder.file("converted.png")]).status == 0)
      }
    }
    let tags = [
      "-GPSLatitude=35.7", "-GPSLatitudeRef=N", "-XMP:GPSLongitude=139.7", "-XMP-photoshop:City=Tokyo",
      "-XMP:Title=A walk", "-Make=Camera", "-Orientation#=6",
    ]
    let iptc = format == "jpg" ? ["-IPTC:City=Tokyo", "-IPTC:Headline=A walk"] : []
    let written = try MatteTool.run(exiftool, ["-q", "-overwrite_original"] + tags + iptc + [file])
    #expect(written.status == 0, "\(written)")
    let before = try MatteTool.run(exiftool, ["-a", "-s", "-G1", file]).output
    #expect(before.contains("GPSLatitude") && before.contains("Tokyo"))

    let nowhere = folder.file("nowhere.\(format)")
    _ = try run("strip", file, "--location", "-o", nowhere)
    let after = try MatteTool.run(exiftool, ["-a", "-s", "-G1", nowhere]).output
    #expect(!after.contains("GPS") && !after.contains("Tokyo"), "\(after)")
    #expect(after.contains("A walk") && after.contains("Camera"))
    let bytes = String(decoding: try Data(contentsOf: URL(filePath: nowhere)), as: UTF8.self)
    #expect(!bytes.contains("Tokyo") && (format == "jpg" || bytes.contains("A sea")))
    #expect(try warnings(nowhere).isEmpty)
    #expect(try Photo(contentsOf: URL(filePath: nowhere)).auxiliaryImages.count == 3)

    _ = try run("strip", nowhere, "--metadata", "--auxiliary", "--in-place")
    let bare = try MatteTool.run(exiftool, ["-a", "-s", "-G1", nowhere]).output
    #expect(!bare.contains("Camera") && !bare.contains("A walk") && !bare.contains("XMP"), "\(bare)")
    #expect(bare.contains("Rotate 90 CW") || bare.contains("Rotation                        : 270"), "\(bare)")
    #expect(try warnings(nowhere).isEmpty)
    let photo = try Photo(contentsOf: URL(filePath: nowhere))
    #expect(photo.orientation == .right && photo.auxiliaryImages.isEmpty)
    #expect(try photo.pixels == Photo(contentsOf: URL(filePath: file)).pixels)
  }

  @Test func `mattes are copied from one photo to another, rotated and encoded again only if needed`() throws {
    let folder = try TemporaryFolder()
    let source = try write("heic", .right, in: folder)
    for (name, orientation, copied) in [
      ("a.heic", Orientation.right, true), ("b.heic", .left, false), ("c.jpg", .right, false),
    ] {
      var photo = Self.photo(orientation)
      photo.auxiliaryImages = []
      let file = folder.file(name)
      let format = try #require(PhotoFormat(pathExtension: URL(filePath: name).pathExtension))
      try photo.write(to: URL(filePath: file), as: .default(for: format))
      let outcome = try run("embed", file, "--from", source, "--in-place", "--json")
      #expect(outcome.output.contains("\"copied\" : \(copied)"))
      let mattes = try Photo(contentsOf: URL(filePath: file)).mattes
      let originals = try Photo(contentsOf: URL(filePath: source)).mattes
      #expect(mattes.kinds == originals.kinds)
      for kind in mattes.kinds {
        let (a, b) = (mattes[kind]?.pixels.oriented(by: orientation), originals[kind]?.pixels.oriented(by: .right))
        let differences = zip(a?.bytes ?? [], b?.bytes ?? []).map { (one: UInt8, other: UInt8) -> Int in
          abs(Int(one) - Int(other))
        }
        #expect(a?.size == b?.size && (differences.max() ?? 255) <= (format == .jpeg ? 2 : 0))
      }
    }
  }

  @Test func `failures are reported with the right exit code, and nothing is left behind`() throws {
    let folder = try TemporaryFolder()
    let file = try write("heic", in: folder)
    let (png, colors) = (folder.file("m.png"), folder.file("c.png"))
    try Photo(pixels: Self.matte(PixelSize(width: 40, height: 40))).write(to: URL(filePath: png), as: .png)
    try SyntheticPicture.gradient(width: 30, height: 20).write(to: URL(filePath: colors), as: .png)
    let before = folder.contents
    let cases: [([String], Int32, String)] = [
      (["strip", file, "--mattes"], 64, "--in-place"),
      (["strip", file, "-o", folder.file("x.heic")], 64, "--mattes"),
      (["strip", file, "--mattes", "-o", png], 73, "exists already"),
      (["strip", file, "--mattes", "-o", folder.file("x.jpg")], 64, "stays heic"),
      (["strip", png, "--mattes", "-o", folder.file("x.png")], 65, "PNG does not support"),
      (["embed", file, "nose=\(png)", "-o", folder.file("x.heic")], 64, "hair, skin"),
      (["embed", file, png, "-o", folder.file("x.heic")], 64, "TYPE=FILE"),
      (["embed", file, "-o", folder.file("x.heic")], 64, "--from"),
      (["embed", file, "hair=", "-o", folder.file("x.heic")], 64, "TYPE=FILE"),
      (["embed", file, "hair=\(png)", "hair=\(png)", "-o", folder.file("x.heic")], 64, "hair is given already"),
      (["embed", file, "hair=\(colors)", "-o", folder.file("x.heic")], 65, "gray"),
      (["embed", file, "hair=\(folder.file("none.png"))", "-o", folder.file("x.heic")], 65, "none.png"),
      (["extract", file, "glasses", "-o", folder.file("x.png")], 65, "hair, skin, portrait"),
      (["extract", file, "-o", folder.file("x.png")], 64, "--all"),
      (["extract", file, "hair", "-o", png], 73, "exists already"),
      (["extract", file, "hair", "-o", folder.file("x.jpg")], 64, "--as png writes .png"),
      (["extract", file, "hair", "-o", file, "--overwrite"], 64, "another format"),
      (["extract", file, "hair", "--as", "file", "-o", folder.file("x.png")], 64, "--as file writes .heic"),
      (["extract", file, "hair", "--as", "raw", "-o", folder.file("x.png")], 64, "--as raw writes .raw"),
      (["extract", file, "hair"], 64, "--output"),
    ]
    for (arguments, status, words) in cases {
      let outcome = try MatteTool.run(MatteTool.executable, arguments)
      #expect(outcome.status == status, "\(arguments): \(outcome)")
      #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
      #expect(folder.contents == before)
    }
    // Other proportions are allowed, with a warning. A PNG is no coded image that could be copied.
    let odd = try run("embed", file, "hair=\(png)", "-o", folder.file("odd.heic"), "--json")
    #expect(odd.errors.contains("proportions") && odd.output.contains("\"copied\" : false"))
  }

  @Test func `a gray picture with a channel of full alpha is a matte`() throws {
    let folder = try TemporaryFolder()
    let file = try write("heic", in: folder)
    func embedding(alpha: UInt8) throws -> Int32 {
      let size = Self.size.half
      let bytes = (0..<4 * size.area).map { $0 % 4 == 3 ? alpha : UInt8(truncatingIfNeeded: $0 / 4) }
      let png = folder.file("matte-\(alpha).png")
      try Photo(pixels: PixelBuffer(size: size, format: .rgba8, alphaType: .straight, bytes: bytes))
        .write(to: URL(filePath: png), as: .png)
      return try MatteTool.run(
        MatteTool.executable, ["embed", file, "hair=\(png)", "-o", folder.file("\(alpha).heic")]
      ).status
    }
    #expect(try embedding(alpha: 255) == 0)
    #expect(try embedding(alpha: 254) == 65)
  }

  @Test(arguments: [("heic", 12), ("jpg", 8)])
  func `fewer bits than a depth image has are reported`(format: String, bits: Int) throws {
    let folder = try TemporaryFolder()
    let file = try write(format, .up, in: folder)
    func embedding(_ samples: [UInt8], _ output: String) throws -> MatteTool.Outcome {
      let pixels = PixelBuffer(size: Self.size.half, format: .l16, colorSpace: .linearGray, bytes: samples)
      let png = folder.file("\(output).png")
      try Photo(pixels: pixels).write(to: URL(filePath: png), as: .png)
      return try run("embed", file, "depth=\(png)", "-o", folder.file(output), "--overwrite")
    }
    let count = 2 * Self.size.half.area
    let outcome = try embedding((0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }, "out.\(format)")
    #expect(outcome.errors.contains("16 bits a component become \(bits) as depth"), "\(outcome.errors)")
    // Samples with 8 significant bits lose nothing.
    let flat = try embedding([UInt8](repeating: 77, count: count), "flat.\(format)")
    #expect(flat.errors.isEmpty, "\(flat.errors)")
  }

  @Test func `an effect keeps depth as it was coded, renews the gain map, and reports what PNG cannot hold`() throws {
    let folder = try TemporaryFolder()
    var photo = try Photo(contentsOf: URL(filePath: Samples.astronaut))
    let half = photo.pixels.size.half
    photo.auxiliaryImages = [
      AuxiliaryImage(type: .hdrGainMap, pixels: Self.matte(half)),
      AuxiliaryImage(type: .depth, pixels: Self.matte(PixelSize(width: 96, height: 96), 9)),
    ]
    let (file, output) = (folder.file("photo.heic"), folder.file("out.heic"))
    try photo.write(to: URL(filePath: file), as: .heic())
    let outcome = try run("apply-effect", "hair-color", file, "-o", output)
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    let parts = [file, output].map { "\($0).depth.heic" }
    for (photo, part) in zip([file, output], parts) {
      _ = try run("extract", photo, "depth", "--as", "file", "-o", part)
    }
    #expect(try Data(contentsOf: URL(filePath: parts[0])) == Data(contentsOf: URL(filePath: parts[1])))
    let edited = try Photo(contentsOf: URL(filePath: output))
    #expect(edited.mattes[.hair] != nil && edited.auxiliary(.hdrGainMap)?.pixels.size == half)
    let png = try run("apply-effect", "hair-color", file, "-o", folder.file("out.png"))
    let lines = png.errors.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("warning") && $0.contains("PNG") }, "\(png.errors)")
  }
}
