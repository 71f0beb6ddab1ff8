import Foundation
import MatteKit
import Support
import Testing

@Suite struct ApplyEffectTests {
  /// A portrait with make-up as a file with that extension, made once for all tests.
  private static func madeUp(_ ending: String) -> Result<Data, any Error> {
    Result {
      let folder = try TemporaryFolder()
      let output = folder.file("out.\(ending)")
      let outcome = try MatteTool.run("apply-effect", "clown-makeup", Samples.astronaut, "-o", output)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(warnings(outcome).isEmpty, "\(outcome.errors)")
      return try Data(contentsOf: URL(filePath: output))
    }
  }
  /// The warnings besides that of the astronaut's comment, which names a program.
  private static func warnings(_ outcome: MatteTool.Outcome) -> [Substring] {
    outcome.errors.split(separator: "\n").filter { !$0.contains("text 'Comment' is left out: ") }
  }

  private static let (madeUpHEIC, madeUpJPEG) = (madeUp("heic"), madeUp("jpg"))

  private func heic(_ folder: TemporaryFolder) throws -> String {
    try Self.madeUpHEIC.get().write(to: folder.url.appending(path: "out.heic"))
    return folder.file("out.heic")
  }

  private func jpeg(_ folder: TemporaryFolder) throws -> String {
    try Self.madeUpJPEG.get().write(to: folder.url.appending(path: "out.jpg"))
    return folder.file("out.jpg")
  }

  private static let urns = [
    "urn:com:apple:photo:2018:aux:portraiteffectsmatte", "urn:com:apple:photo:2019:aux:semantichairmatte",
    "urn:com:apple:photo:2019:aux:semanticskinmatte", "urn:com:apple:photo:2019:aux:semanticteethmatte",
  ]

  @Test(.enabled(if: OtherReaders.heifConvert != nil, "needs heif-convert"))
  func `heif-convert reads the primary picture and the four mattes`() throws {
    let folder = try TemporaryFolder()
    let file = try heic(folder)
    let program = try #require(OtherReaders.heifConvert)
    let outcome = try MatteTool.run(program, ["--with-aux", file, folder.file("read.png")])
    #expect(outcome.status == 0, "\(outcome.errors)")
    for urn in Self.urns {
      #expect(folder.contents.contains { $0.contains(urn) }, "\(folder.contents)")
    }
    let size = try MatteTool.run("inspect", folder.file("read.png"), "--json").output
    #expect(size.contains("\"width\" : 512"))
  }

  @Test func `AVIF carries the mattes too, at the requested depth and speed`() throws {
    let folder = try TemporaryFolder()
    let output = folder.file("out.avif")
    let outcome = try MatteTool.run(
      "apply-effect", "clown-makeup", Samples.astronaut, "-o", output, "--bit-depth", "10", "--speed", "9",
      "--quality", "0.5")
    #expect(outcome.status == 0 && Self.warnings(outcome).isEmpty, "\(outcome.errors)")
    let summary = try PhotoSummary(contentsOf: URL(filePath: output))
    #expect(summary.format == .avif && summary.bitsPerComponent == 10)
    #expect(Set(summary.auxiliaryImages.map(\.type.rawValue)) == Set(Self.urns))
  }

  @Test(.enabled(if: OtherReaders.python != nil, "needs Pillow"))
  func `a person is cut out for formats with transparency, and put on white for others`() throws {
    let folder = try TemporaryFolder()
    for name in ["out.png", "out.heic", "out.avif", "out.jpg"] {
      let outcome = try MatteTool.run(
        "apply-effect", "replace-background", "--set", "color=transparent", Samples.astronaut, "-o", folder.file(name),
        "--matte-quality", "fast")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("transparency is left out") == name.hasSuffix("jpg"), "\(outcome.errors)")
    }
    let read = try OtherReaders.runPython(
      """
      import sys
      import pillow_heif
      from PIL import Image
      pillow_heif.register_heif_opener()
      for name in ("out.png", "out.heic", "out.jpg"):
          picture = Image.open(sys.argv[1] + "/" + name).convert("RGBA")
          print(picture.getpixel((250, 120))[3], *(value // 8 for value in picture.getpixel((2, 2))[-1:]))
      print(Image.open(sys.argv[1] + "/out.jpg").convert("RGB").getpixel((2, 2)))
      """, folder.url.path)
    #expect(read.output == "255 0\n255 0\n255 31\n(255, 255, 255)\n", "\(read)")
  }

  @Test(.enabled(if: OtherReaders.exiftool != nil, "needs exiftool"))
  func `exiftool lists the mattes without a warning`() throws {
    let folder = try TemporaryFolder()
    let file = try heic(folder)
    let program = try #require(OtherReaders.exiftool)
    let outcome = try MatteTool.run(program, ["-a", "-G1", "-s", "-warning", "-error", "-AuxiliaryImageType", file])
    #expect(!outcome.output.contains("Warning") && !outcome.output.contains("Error"), "\(outcome.output)")
    for urn in Self.urns { #expect(outcome.output.contains(urn), "\(outcome.output)") }
  }

  @Test(.enabled(if: OtherReaders.python != nil, "needs pillow-heif"))
  func `pillow-heif reads the picture and the mattes`() throws {
    let folder = try TemporaryFolder()
    let file = try heic(folder)
    let outcome = try OtherReaders.runPython(
      """
      import sys, pillow_heif
      picture = pillow_heif.open_heif(sys.argv[1])
      print(picture.size)
      for urn, ids in sorted(picture.info["aux"].items()):
          matte = picture.get_aux_image(ids[0])
          print(urn, matte.mode, matte.size)
      """, file)
    #expect(outcome.output.hasPrefix("(512, 512)\n"), "\(outcome.output)\(outcome.errors)")
    for urn in Self.urns { #expect(outcome.output.contains("\(urn) L (256, 256)"), "\(outcome.output)") }
  }

  @Test(.enabled(if: OtherReaders.python != nil, "needs Pillow"))
  func `Pillow reads the pictures of a JPEG`() throws {
    let folder = try TemporaryFolder()
    let file = try jpeg(folder)
    let read = try OtherReaders.runPython(
      """
      import sys
      from PIL import Image
      picture = Image.open(sys.argv[1])
      print(picture.format, picture.n_frames)
      for index in range(picture.n_frames):
          picture.seek(index)
          picture.load()
          print(picture.mode, picture.size)
      """, file)
    #expect(read.output == "MPO 5\nRGB (512, 512)\n" + String(repeating: "L (256, 256)\n", count: 4), "\(read)")
  }

  @Test(.enabled(if: OtherReaders.exiftool != nil, "needs exiftool"))
  func `exiftool lists the pictures of a JPEG`() throws {
    let folder = try TemporaryFolder()
    let file = try jpeg(folder)
    let program = try #require(OtherReaders.exiftool)
    let outcome = try MatteTool.run(program, ["-ee", "-a", "-G3", "-s", file])
    for picture in 2...5 { #expect(outcome.output.contains("MPImage\(picture)"), "\(outcome.output)") }
    for kind in ["hair", "skin", "teeth"] { #expect(outcome.output.contains("aux:semantic\(kind)matte")) }
    #expect(outcome.output.contains("portraiteffectsmatte"))
    #expect(!outcome.output.contains("Warning"), "\(outcome.output)")
  }

  /// `EffectLawTests` checks the same for every effect without the command.
  @Test(
    arguments: TestScale.isFull
      ? EffectRegistry.all.filter { $0.requirement != .codes }.map { $0.name }
      : ["hide-faces", "replace-background", "sticker"])
  func `every effect changes the picture`(effect: String) throws {
    let folder = try TemporaryFolder()
    let output = folder.file("out.png")
    let outcome = try MatteTool.run("apply-effect", effect, Samples.astronaut, "-o", output)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let isChanged = try SyntheticPicture.pixels(of: output) != SyntheticPicture.pixels(of: Samples.astronaut)
    #expect(isChanged)
  }

  @Test func `all effects with strength 0 leave the picture as it is`() throws {
    let folder = try TemporaryFolder()
    let output = folder.file("out.png")
    let names = EffectRegistry.all.map { $0.name }
    let settings = names.flatMap { ["--set", "\($0).strength=0"] }
    let outcome = try MatteTool.run(
      MatteTool.executable,
      ["apply-effect", names.joined(separator: "+"), Samples.astronaut, "-o", output] + settings)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let isSame = try SyntheticPicture.pixels(of: output) == SyntheticPicture.pixels(of: Samples.astronaut)
    #expect(isSame)
  }

  @Test func `a preset does what the effects with their settings do`() throws {
    let folder = try TemporaryFolder()
    let (look, first, second) = (folder.file("look.json"), folder.file("1.png"), folder.file("2.png"))
    let settings = ["--set", "hair-color.color=teal", "--set", "hide-faces.method=fill", "--only-face", "0"]
    let stack = "hair-color+hide-faces"
    let printed = try MatteTool.run(MatteTool.executable, ["effects", stack, "--as-json"] + settings)
    #expect(printed.status == 0 && printed.output.contains("\"only-face\": [0]"), "\(printed)")
    try Data(printed.output.utf8).write(to: URL(filePath: look))
    let direct = try MatteTool.run(
      MatteTool.executable, ["apply-effect", stack, Samples.astronaut, "-o", first] + settings)
    let preset = try MatteTool.run("apply-effect", look, Samples.astronaut, "-o", second)
    #expect(direct.status == 0 && preset.status == 0, "\(direct.errors) \(preset.errors)")
    let isSame = try SyntheticPicture.pixels(of: first) == SyntheticPicture.pixels(of: second)
    #expect(isSame)
    #expect(try SyntheticPicture.pixels(of: first) != SyntheticPicture.pixels(of: Samples.astronaut))
  }

  @Test func `a missing face is reported, and the picture stays`() throws {
    let folder = try TemporaryFolder()
    let output = folder.file("out.png")
    let outcome = try MatteTool.run(
      "apply-effect", "hide-faces", Samples.astronaut, "-o", output, "--only-face", "5")
    #expect(
      outcome.status == 0 && outcome.errors.contains("there is no face 5: `mattetool faces` lists 1, counted from 0"),
      "\(outcome.errors)")
    let isSame = try SyntheticPicture.pixels(of: output) == SyntheticPicture.pixels(of: Samples.astronaut)
    #expect(isSame)
  }

  @Test func `in a crowd every face is hidden, not only the largest`() throws {
    let folder = try TemporaryFolder()
    let (crowd, output) = (folder.file("crowd.png"), folder.file("out.png"))
    let portrait = try Photo(contentsOf: URL(filePath: Samples.astronaut))
    let head = portrait.image.cropped(to: PixelRect(x: 130, y: 0, width: 200, height: 200))
    var image = Image.color(.white).cropped(to: PixelRect(x: 0, y: 0, width: 800, height: 600))
    for index in 0..<12 {
      image = head.transformed(by: .translation(x: Double(200 * (index % 4) - 130), y: Double(200 * (index / 4))))
        .composited(over: image)
    }
    let pixels = try Renderer().render(image, in: PixelRect(x: 0, y: 0, width: 800, height: 600), as: .rgba8)
    try Photo(pixels: pixels).write(to: URL(filePath: crowd), as: .png)
    let outcome = try MatteTool.run(
      "apply-effect", "hide-faces", crowd, "-o", output, "--set", "method=fill", "--set", "color=lime")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let result = try SyntheticPicture.pixels(of: output)
    for index in 0..<12 {
      // The nose of each.
      let place = (200 * (index / 4) + 115) * result.rowBytes + 4 * (200 * (index % 4) + 92)
      #expect(Array(result.bytes[place..<place + 3]) == [0, 255, 0], "\(index)")
    }
  }

  @Test func `a preset's pictures are beside it, and its errors have their path`() throws {
    let folder = try TemporaryFolder()
    let (look, output) = (folder.file("look.json"), folder.file("out.png"))
    try SyntheticPicture.gradient(width: 60, height: 40).write(to: URL(filePath: folder.file("back.png")), as: .png)
    func write(_ picture: String) throws {
      let text =
        #"{"version": 1, "effects": [{"effect": "replace-background", "settings": {"picture": "\#(picture)"}}]}"#
      try Data(text.utf8).write(to: URL(filePath: look))
    }
    try write("back.png")
    #expect(try MatteTool.run("apply-effect", look, Samples.astronaut, "-o", output).status == 0)
    try write("gone.png")
    let outcome = try MatteTool.run("apply-effect", look, Samples.astronaut, "-o", folder.file("2.png"))
    #expect(outcome.status == 64 && outcome.errors.contains("$.effects[0].settings.picture"), "\(outcome.errors)")
  }

  @Test func `an existing output is kept unless overwriting is requested`() throws {
    let folder = try TemporaryFolder()
    let output = folder.file("out.jpg")
    try Data("mine".utf8).write(to: URL(filePath: output))
    let refused = try MatteTool.run("apply-effect", "clown-makeup", Samples.astronaut, "-o", output)
    #expect(refused.status == 73)
    #expect(refused.errors.contains("exists already"))
    #expect(try Data(contentsOf: URL(filePath: output)) == Data("mine".utf8))

    let replaced = try MatteTool.run("apply-effect", "clown-makeup", Samples.astronaut, "-o", output, "--overwrite")
    #expect(replaced.status == 0, "\(replaced.errors)")
    #expect(try Data(contentsOf: URL(filePath: output)).count > 10_000)
    #expect(folder.contents == ["out.jpg"], "something was left beside the output")
  }

  @Test func `a photo without people is written as it is, with a warning`() throws {
    let folder = try TemporaryFolder()
    let input = folder.file("gray.png")
    try SyntheticPicture.gradient(width: 320, height: 200).write(to: URL(filePath: input), as: .png)
    let output = folder.file("out.png")
    let outcome = try MatteTool.run("apply-effect", "blur-background", input, "-o", output)
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("no person was found"), "\(outcome.errors)")
    #expect(try SyntheticPicture.pixels(of: output) == SyntheticPicture.pixels(of: input))

    let (jpeg, copy) = (folder.file("gray.jpg"), folder.file("copy.jpg"))
    try SyntheticPicture.gradient(width: 320, height: 200).write(to: URL(filePath: jpeg), as: .jpeg())
    #expect(try MatteTool.run("apply-effect", "blur-background", jpeg, "-o", copy).status == 0)
    #expect(try Data(contentsOf: URL(filePath: copy)) == Data(contentsOf: URL(filePath: jpeg)))

    // A matte that the file has stays with it, in another format too.
    let marked = folder.file("marked.heic")
    let matte = Matte(
      kind: .portrait, pixels: PixelBuffer(size: PixelSize(width: 160, height: 100), format: .l8),
      coordinateSpace: .stored)
    try SyntheticPicture.gradient(width: 320, height: 200).with(mattes: [matte])
      .write(to: URL(filePath: marked), as: .heic())
    let kept = folder.file("kept.jpg")
    #expect(try MatteTool.run("apply-effect", "blur-background", marked, "-o", kept).status == 0)
    #expect(try Photo(contentsOf: URL(filePath: kept)).mattes.kinds == [.portrait])

    let strict = try MatteTool.run(
      "apply-effect", "blur-background", input, "-o", folder.file("strict.png"), "--require-person")
    #expect(strict.status == 65)
    #expect(!folder.contents.contains("strict.png"))
  }

  @Test(arguments: [
    (["apply-effect", "no-such", "INPUT", "-o", "OUT.jpg"], "there is no effect 'no-such'"),
    (["apply-effect", "hair-color", "INPUT", "-o", "OUT.jpg", "--set", "colour=red"], "did you mean color?"),
    (["apply-effect", "hair-color", "INPUT", "-o", "OUT.jpg", "--set", "color=nonsense"], "takes a colour"),
    (["apply-effect", "hair-color", "INPUT", "-o", "OUT.jpg", "--set", "strength=7"], "takes 0 to 1"),
    (["apply-effect", "hair-color", "INPUT", "-o", "OUT.jpg", "--set", "strength"], "written key=value"),
    (["apply-effect", "hair-color+blush", "INPUT", "-o", "OUT.jpg", "--set", "strength=1"], "name.key=value"),
    (["apply-effect", "hair-color", "INPUT", "-o", "OUT.jpg", "--only-face", "0"], "does not work on faces"),
    (["apply-effect", "hide-faces", "INPUT", "-o", "OUT.jpg", "--only-face=-1"], "index of a face"),
    (["apply-effect", "hair-colour", "INPUT", "-o", "OUT.jpg"], "did you mean hair-color?"),
    (["effects", "--as-json"], "needs the name"),
    (["apply-effect", "gone.json", "INPUT", "-o", "OUT.jpg"], "cannot be read"),
    (["apply-effect", "hair-color", "INPUT", "-o", "OUT.bmp"], "must end in"),
    (["apply-effect", "hair-color", "INPUT", "-o", "OUT.jpg", "--quality", "3"], "--quality <0...1"),
    (["apply-effect", "hair-color", "INPUT", "-o", "OUT.jpg", "--matte-quality", "0.5"], "--matte-quality"),
    (["apply-effect", "hair-color", "INPUT", "-o", "OUT.avif", "--speed", "11"], "from 0 to 10"),
    (["apply-effect", "hair-color", "INPUT", "-o", "OUT.heic", "--bit-depth", "9"], "8, 10 or 12"),
    (["apply-effect"], "Missing expected argument"),
    (["no-such-command"], "unknown command 'no-such-command'"),
  ])
  func `wrong usage is exit code 64 and says what is wrong`(arguments: [String], message: String) throws {
    let folder = try TemporaryFolder()
    let given = arguments.map { argument in
      argument == "INPUT" ? Samples.astronaut : argument.hasPrefix("OUT") ? folder.file(argument) : argument
    }
    let outcome = try MatteTool.run(MatteTool.executable, given)
    #expect(outcome.status == 64, "\(outcome)")
    #expect(outcome.errors.localizedCaseInsensitiveContains(message), "\(outcome.errors)")
    #expect(folder.contents.isEmpty)
  }
}
