import Foundation
import MatteKit
import Support
import SystemPackage
import Testing

/// Names that the user did not choose, in human-readable output.
@Suite struct NameTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Line: Decodable {
    let input: String
  }

  /// Steers a terminal, forges a line, and shows the rest from right to left.
  private static let hostile = "a\u{1B}[2J\nmattetool: done\u{202E}gpj"
  private static let shown = #"a\u{1B}[2J\nmattetool: done\u{202E}gpj"#

  private func hasNothingHostile(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 && $0 != "\u{202E}" }
  }

  @Test(arguments: [
    ["faces", "FILE.png"], ["inspect", "FILE.png"], ["mattes", "FILE.png", "-o", "OUT"],
    ["strip", "FILE.png", "--metadata", "-o", "FILE.gif"],
    ["apply-effect", "mono-background", "FILE.png", "-o", "OUT.xyz"],
    ["apply-effect", "FILE.json", "FILE.png", "-o", "OUT.png"],
    ["track", "FILE.mp4"], ["retime", "FILE.mp4", "--rate", "2", "-o", "OUT.mp4"],
    ["capture", "FILE.mp4", "-o", "OUT.mp4"],
    ["batch", "FILE", "FILE.png", "-o", "OUT"],
    ["render", "--recipe", "FILE.json", "--input", "FILE.png", "-o", "OUT.png"],
    ["faces", "FILE.png", "FILE"], ["effects", "FILE"], ["report", "merge", "FILE"], ["codes", "FILE.png"],
  ])
  func `errors show names with escapes, on lines of their own`(arguments: [String]) throws {
    let words = arguments.map {
      $0.replacing("FILE", with: folder.file(Self.hostile)).replacing("OUT", with: folder.file("out"))
    }
    let outcome = try MatteTool.run(MatteTool.executable, words)
    #expect(outcome.status != 0 && outcome.errors.contains(Self.shown), "\(outcome)")
    #expect(hasNothingHostile(outcome.errors) && !outcome.errors.contains("\nmattetool: done"), "\(outcome)")
  }

  @Test func `mattes of files whose names are not UTF-8 have their bytes, and stay distinct`() throws {
    let photo = try Photo(contentsOf: URL(filePath: Samples.astronaut))
    let matte = Matte(
      kind: .hair, pixels: PixelBuffer(size: PixelSize(width: 256, height: 256), format: .l8, colorSpace: .linearGray),
      coordinateSpace: .stored)
    let bytes = try photo.with(pixels: photo.pixels, mattes: [matte], faces: []).data(as: .jpeg())
    for byte in [0xFE, 0xFF] as [UInt8] {
      try AtomicFile.write(bytes, to: FilePath(bytes: Array(folder.file("a").utf8) + [byte] + Array(".jpg".utf8)))
    }
    let script = """
      cd "$1" && for file in a*.jpg; do "$2" mattes $file -o mattes --kinds portrait --quality fast \
        && "$2" codes $file && "$2" extract $file --all -o parts || exit 1; done >&2; ls -b mattes parts
      """
    let outcome = try MatteTool.run(
      URL(filePath: "/bin/sh"), ["-c", script, "sh", folder.url.path, MatteTool.executable.path],
      environment: ["LC_ALL": "C"])
    let names = [
      "mattes:", #"a\376.portrait.png"#, #"a\377.portrait.png"#, "parts:", #"a\376.hair.png"#, #"a\377.hair.png"#,
    ]
    #expect(
      outcome.status == 0 && outcome.output.split(separator: "\n").map(String.init) == names, "\(outcome)")
    for shown in ["mattes/a%FE.portrait.png", "a%FF.jpg: no codes", "parts/a%FF.hair.png"] {
      #expect(outcome.errors.contains(shown), "\(outcome)")
    }
  }

  @Test func `errors of reading and of writing show the bytes of names that are not UTF-8`() throws {
    let script = """
      cd "$1" && name=$(printf 'n\\377') && mkdir in && echo x >in/$name.jpg && cp "$3" $name.png || exit 9
      "$2" inspect none-$name.jpg; "$2" strip "$3" --metadata -o $name/a.png; "$2" strip "$3" --metadata -o $name.png
      "$2" batch even-tone in -o out; true
      """
    let outcome = try MatteTool.run(
      URL(filePath: "/bin/sh"),
      ["-c", script, "sh", folder.url.path, MatteTool.executable.path, Samples.astronaut])
    #expect(outcome.status == 0, "\(outcome)")
    for message in [
      "none-n%FF.jpg: cannot be read", "n%FF/a.png: cannot be written: there is no folder n%FF;",
      "n%FF.png: exists already", "in/n%FF.jpg: not a HEIC",
    ] { #expect(outcome.errors.contains(message), "\(message): \(outcome.errors)") }
  }

  @Test func `a photo is not written if the names of mattes beside it would be too long`() throws {
    let name = folder.file(String(repeating: "n", count: 250) + ".png")
    let outcome = try MatteTool.run(
      "apply-effect", "blur-background", Samples.astronaut, "-o", name, "--mattes", "beside", "--quality", "fast")
    #expect(outcome.status == 73 && outcome.errors.contains("its name is too long; choose a shorter one"), "\(outcome)")
    #expect(folder.contents.isEmpty)
  }

  @Test func `progress and results show names with escapes, and JSON has them as they are`() throws {
    let input = folder.file("in")
    try FileManager.default.createDirectory(atPath: input, withIntermediateDirectories: true)
    let file = "\(input)/\(Self.hostile).png"
    try SyntheticPicture.gradient(width: 8, height: 8).write(to: URL(filePath: file), as: .png)
    for style in ["plain", "json"] {
      let outcome = try MatteTool.run(
        "batch", "mono-background", input, "-o", folder.file(style), "--progress", style, "--report", "-")
      #expect(outcome.status == 0, "\(outcome)")
      let isForPeople = style == "plain"
      #expect(hasNothingHostile(outcome.errors) == isForPeople, "\(outcome)")
      #expect(outcome.errors.contains(Self.shown) == isForPeople, "\(outcome)")
      let line = try JSONDecoder().decode(Line.self, from: Data(outcome.output.utf8.prefix { $0 != 10 }))
      #expect(line.input == file, "\(outcome)")
    }
    let inspected = try MatteTool.run("inspect", file)
    #expect(inspected.output.hasPrefix("\(input)/\(Self.shown).png: png"), "\(inspected)")
  }
}
