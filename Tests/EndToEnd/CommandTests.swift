import Foundation
import MatteKit
import Support
import Testing

@Suite struct CommandTests {
  private struct Faces: Decodable {
    struct Picture: Decodable {
      let width, height, orientation: Int
    }
    struct Found: Decodable {
      struct Bounds: Decodable {
        let x, y, width, height: Double
      }
      let bounds: Bounds
      let roll, yaw, pitch, confidence: Double
      let landmarks: [[Double]]
    }
    let image: Picture
    let faces: [Found]
  }

  private func decoded<Value: Decodable>(_ outcome: MatteTool.Outcome, as type: Value.Type) throws -> Value {
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(type, from: Data(outcome.output.utf8))
  }

  @Test(arguments: [
    "apply-effect", "batch", "watch", "report", "mattes", "faces", "track", "devices", "capture", "inspect", "embed",
    "extract",
    "strip", "effects", "filters", "doctor",
  ])
  func `every command has a help text`(command: String) throws {
    let outcome = try MatteTool.run(command, "--help")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("OVERVIEW: ") && outcome.output.contains("USAGE: mattetool \(command)"))
  }

  @Test func `wrong usage is reported like all errors, with the usage of its command or none`() throws {
    let parsed = try MatteTool.run("retime", "clip.mp4", "-o", "slow.mp4")
    #expect(parsed.status == 64 && parsed.errors.hasPrefix("mattetool: error: Missing expected argument '--rate"))
    #expect(parsed.errors.contains("Usage: mattetool retime"))
    let checked = try MatteTool.run("apply-effect", "hide-faces", Samples.astronaut, "-o", "hidden.gif")
    #expect(checked.status == 64 && checked.errors.hasPrefix("mattetool: error: hidden.gif: GIF is only read"))
    #expect(checked.errors.contains("Usage: mattetool apply-effect"))
    let run = try MatteTool.run("mattes", Samples.astronaut, "-o", "all.png")
    #expect(run.status == 64 && run.errors.hasPrefix("mattetool: error: all.png: a file holds one matte"))
    #expect(!run.errors.contains("Usage: "), "\(run.errors)")
  }

  @Test func `faces are reported as JSON, upright and normalized`() throws {
    let report = try decoded(MatteTool.run("faces", Samples.astronaut, "--json"), as: Faces.self)
    #expect(report.image.width == 512 && report.image.height == 512 && report.image.orientation == 1)
    let face = try #require(report.faces.first)
    #expect(report.faces.count == 1)
    // Eyebrows to lips of the portrait, read off the picture: about x 180 to 268, y 83 to 160.
    #expect(abs(face.bounds.x - 0.36) < 0.03 && abs(face.bounds.y - 0.16) < 0.03)
    #expect(abs(face.bounds.width - 0.165) < 0.03 && abs(face.bounds.height - 0.15) < 0.03)
    #expect(face.landmarks.count >= 468)
    #expect(face.confidence > 0.8)
    #expect((0..<360).contains(face.yaw) && (0..<360).contains(face.roll) && (0..<360).contains(face.pitch))
  }

  // All eight are tried on buffers in other tests; here a mirrored one and a quarter turn.
  @Test(arguments: TestScale.isFull ? Array(1...8) : [2, 6])
  func `a turned file gives the same upright face and mattes`(value: Int) throws {
    let folder = try TemporaryFolder()
    let orientation = try #require(Orientation(rawValue: value))
    let upright = try Photo(contentsOf: URL(filePath: Samples.astronaut))
    let turned = Photo(pixels: upright.pixels.oriented(by: orientation.inverse), orientation: orientation)
    let file = folder.file("turned.png")
    try turned.write(to: URL(filePath: file), as: .png)

    let report = try decoded(MatteTool.run("faces", file, "--json"), as: Faces.self)
    #expect(report.image.orientation == value)
    let face = try #require(report.faces.first)
    #expect(abs(face.bounds.x - 0.36) < 0.03 && abs(face.bounds.y - 0.16) < 0.03)

    let output = folder.file("out.heic")
    let outcome = try MatteTool.run("apply-effect", "clown-makeup", file, "-o", output)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let written = try Photo(contentsOf: URL(filePath: output))
    #expect(written.orientation == orientation)
    #expect(written.pixels.size == turned.pixels.size)
    let hair = try #require(written.mattes[.hair]?.pixels.oriented(by: orientation))
    // The centre of the hair, and the lower left corner, in the upright picture.
    #expect(hair.bytes[22 * hair.width + 108] > 128)
    #expect(hair.bytes[200 * hair.width + 20] < 128)
    let recorded = try #require(written.faces.first)
    #expect(abs(recorded.bounds.x - 0.36) < 0.03 && abs(recorded.bounds.y - 0.16) < 0.03)
  }

  @Test func `mattes are written as gray pictures of half or full size`() throws {
    let folder = try TemporaryFolder()
    for (size, side) in [("half", 256), ("full", 512)] {
      let outcome = try MatteTool.run(
        "mattes", Samples.astronaut, "-o", folder.file(size), "--kinds", "hair,portrait", "--size", size,
        "--quality", "fast")
      #expect(outcome.status == 0, "\(outcome.errors)")
      for kind in ["hair", "portrait"] {
        let matte = try Photo(contentsOf: URL(filePath: folder.file("\(size)/astronaut.\(kind).png")))
        // The PNG itself is gray with 8 bits, whatever it is decoded to.
        let bytes = try Data(contentsOf: URL(filePath: folder.file("\(size)/astronaut.\(kind).png")))
        #expect(bytes[24] == 8 && bytes[25] == 0)
        #expect(matte.pixels.size == PixelSize(width: side, height: side))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file(size)).count == 2)
    }
    // Where one of them exists nothing is done: not even networks are looked for.
    let again = try MatteTool.run(
      "mattes", Samples.astronaut, "-o", folder.file("half"), "--kinds", "skin,hair",
      environment: ["MATTEKIT_NETWORKS": folder.file("none")])
    #expect(again.status == 73 && again.errors.contains("astronaut.hair.png: exists already"), "\(again.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("half")).count == 2)
    let file = folder.file("new/hair.tif")
    let one = try MatteTool.run("mattes", Samples.astronaut, "-o", file, "--kinds", "hair", "--quality", "fast")
    #expect(one.status == 0 && one.output == "\(file)  256x256\n", "\(one)")
    #expect(try Photo(contentsOf: URL(filePath: file)).sourceFormat == .tiff)
    for name in ["all.png", "all.avi"] {
      let refused = try MatteTool.run("mattes", Samples.astronaut, "-o", folder.file(name))
      #expect(refused.status == 64 && refused.errors.contains("or give a folder"), "\(refused)")
    }
    let wrong = try MatteTool.run("mattes", Samples.astronaut, "-o", folder.file("half"), "--kinds", "nose")
    #expect(wrong.status == 64)
  }

  @Test func `inspect lists what apply-effect wrote`() throws {
    let folder = try TemporaryFolder()
    for name in ["out.heic", "out.jpg"] {
      let written = try MatteTool.run(
        "apply-effect", "hair-color", Samples.astronaut, "-o", folder.file(name), "--matte-quality", "fast")
      #expect(written.status == 0, "\(written.errors)")
      let text = try MatteTool.run("inspect", folder.file(name), "--json").output
      #expect(text.contains("\"faces\""))
      for kind in ["hair", "skin", "teeth", "portrait"] { #expect(text.contains("\"matte\" : \"\(kind)\""), "\(text)") }
    }
    let bare = folder.file("bare.heic")
    _ = try MatteTool.run(
      "apply-effect", "hair-color", Samples.astronaut, "-o", bare, "--mattes", "none", "--matte-quality", "fast")
    #expect(try MatteTool.run("inspect", bare, "--json").output.contains("\"auxiliaryImages\" : [\n\n  ]"))
  }

  @Test func `the registries are listed`() throws {
    let effects = try MatteTool.run("effects", "--json").output
    for effect in EffectRegistry.all { #expect(effects.contains("\"\(effect.name)\"")) }
    let filters = try MatteTool.run("filters").output
    for filter in FilterRegistry.all { #expect(filters.contains(filter.name)) }
    #expect(try MatteTool.run("filters", "CIGammaAdjust").output.hasPrefix("gammaAdjust"))
    #expect(try MatteTool.run("filters", "CIGamaAdjust").errors.contains("CIGammaAdjust"))
  }

  @Test func `doctor finds everything after set-up`() throws {
    let outcome = try MatteTool.run("doctor")
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(!outcome.output.contains("MISSING"))
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func `completions contain commands, switches and effects`(shell: String)
    throws
  {
    let script = try MatteTool.run("--generate-completion-script", shell)
    #expect(script.status == 0)
    for word in ["batch", "watch", "files-from", "max-errors"] + EffectRegistry.all.map({ $0.name }) {
      #expect(script.output.contains(word), "\(word)")
    }
  }

  @Test func `bash completes effects and switches`() throws {
    let script = try MatteTool.run("--generate-completion-script", "bash").output
    let folder = try TemporaryFolder()
    try Data(script.utf8).write(to: URL(filePath: folder.file("completions")))
    let outcome = try MatteTool.run(
      URL(filePath: "/bin/bash"),
      [
        "-c",
        """
        source "$1"; COMP_WORDS=(mattetool batch blur); COMP_CWORD=2; COMP_LINE='mattetool batch blur'; COMP_POINT=20
        _mattetool mattetool blur batch; echo "${COMPREPLY[@]}"
        """, "bash", folder.file("completions"),
      ])
    #expect(outcome.output.contains("blur-background"), "\(outcome)")
  }

  @Test(.enabled(if: OtherReaders.groff != nil, "needs groff")) func `manual pages are formatted without warnings`()
    throws
  {
    let folder = try TemporaryFolder()
    let script = ProjectFolder.root.appending(path: "Scripts/manual")
    let made = try MatteTool.run(script, [MatteTool.executable.path, folder.file("man")])
    #expect(made.status == 0, "\(made.errors)")
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.file("man")).sorted()
    #expect(
      pages.contains("mattetool.1") && pages.contains("mattetool-batch.1") && pages.contains("mattetool-report-merge.1")
    )
    let groff = try #require(OtherReaders.groff)
    for page in pages {
      let set = try MatteTool.run(groff, ["-man", "-Tutf8", "-P-cbu", "-wmac", folder.file("man/\(page)")])
      #expect(set.status == 0 && set.errors.isEmpty, "\(page): \(set.errors)")
      for section in ["NAME", "SYNOPSIS", "OPTIONS"] { #expect(set.output.contains(section), "\(page): \(section)") }
    }
    let batch = try MatteTool.run(groff, ["-man", "-Tascii", "-P-cbu", folder.file("man/mattetool-batch.1")]).output
    for word in ["EXIT STATUS", "EXAMPLES", "--resume", "130"] { #expect(batch.contains(word), "\(word)") }
  }

  @Test func `mattes state the probability of a person`() throws {
    struct Mattes: Decodable {
      struct File: Decodable {
        let kind: String
        let confidence: Double?
      }

      let confidence: Double
      let mattes: [File]
      let removed: [String]
    }
    let folder = try TemporaryFolder()
    let found = try decoded(
      MatteTool.run("mattes", Samples.astronaut, "-o", folder.file("a"), "--json"), as: Mattes.self)
    #expect(found.confidence > 0.9)
    #expect(found.mattes.contains { $0.kind == "portrait" && $0.confidence ?? 0 > 0.8 })
    let flat = PixelBuffer(
      size: PixelSize(width: 320, height: 240), format: .rgba8, bytes: [UInt8](repeating: 200, count: 320 * 240 * 4))
    try Photo(pixels: flat).write(to: folder.url.appending(path: "flat.png"), as: .png)
    // What an earlier run left of kinds that are not there now goes, and nothing else.
    try FileManager.default.createDirectory(atPath: folder.file("b"), withIntermediateDirectories: true)
    let matte = PixelBuffer(
      size: PixelSize(width: 160, height: 120), format: .l8, colorSpace: .linearGray,
      bytes: [UInt8](repeating: 255, count: 160 * 120))
    for name in ["flat.hair.png", "flat.teeth.png", "other.hair.png", "flat.png"] {
      try Photo(pixels: matte).write(to: folder.url.appending(path: "b/\(name)"), as: .png)
    }
    // What has a matte's name only stays.
    try Data("left".utf8).write(to: URL(filePath: folder.file("b/flat.portrait.png")))
    let outcome = try MatteTool.run(
      "mattes", folder.file("flat.png"), "-o", folder.file("b"), "--json", "--overwrite", "--kinds", "hair,portrait")
    let nobody = try decoded(outcome, as: Mattes.self)
    #expect(nobody.confidence < 0.1 && nobody.mattes.isEmpty)
    #expect(nobody.removed == [folder.file("b/flat.hair.png")], "\(outcome)")
    #expect(outcome.errors.contains("b/flat.hair.png of an earlier run is removed"), "\(outcome.errors)")
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: folder.file("b")))
        == ["flat.teeth.png", "other.hair.png", "flat.png", "flat.portrait.png"])
    #expect(outcome.errors.contains("b/flat.portrait.png may be of an earlier run"), "\(outcome.errors)")
  }
}
