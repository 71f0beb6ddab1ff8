import Foundation
import MatteKit
import Support
import Testing

/// Outputs that would replace a file which the command reads, by its path or by a link.
@Suite struct SourceFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.png", "b.png", "beach.png"] {
      try SyntheticPicture.gradient(width: 16, height: 16).write(to: URL(filePath: file(name)), as: .png)
    }
    for name in ["in", "frames", "own"] {
      try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
    }
    for name in ["in/000001.png", "in/000002.png", "frames/000002.png"] {
      try FileManager.default.copyItem(atPath: file("a.png"), toPath: file(name))
    }
    try write(
      "invert.json",
      #"{"version": 1, "steps": [{"filter": "colorCube", "parameters": {"cubeDimension": 2, "cubeData": {"cube": "look.cube"}}}]}"#
    )
    let nodes = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)" }
    try write("look.cube", "LUT_3D_SIZE 2\n" + nodes.joined(separator: "\n") + "\n")
    try write(
      "own/turned.json",
      #"{"version": 1, "name": "turnedOver", "summary": "All inverted.", "steps": [{"filter": "colorInvert"}]}"#)
    try write(
      "preset.json",
      #"{"version": 1, "effects": [{"effect": "replace-background", "settings": {"picture": "beach.png"}}]}"#)
    try write("report.jsonl", "")
  }

  private func file(_ name: String) -> String { folder.file(name) }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: file(name)))
  }

  /// A command whose words after `@` are files of the folder, and `@OUT` a link to the endangered one.
  struct Case: CustomStringConvertible {
    let risk: String
    let words: String

    init(_ risk: String, _ words: String) { (self.risk, self.words) = (risk, words) }

    var description: String { words }
  }

  private static let cases = [
    Case("invert.json", "render --recipe @invert.json --input @a.png -o @OUT.png --overwrite"),
    Case("look.cube", "render --recipe @invert.json --input @a.png -o @OUT.png --overwrite"),
    Case("own/turned.json", "render --recipe @invert.json --filters @own --input @a.png -o @OUT.png --overwrite"),
    Case("b.png", "render --recipe @invert.json --input @a.png --input other=@b.png -o @OUT.png --overwrite"),
    Case("invert.json", "render --recipe @invert.json --input @in -o @OUT.mp4 --overwrite"),
    Case("b.png", "render --recipe @invert.json --input @in --input other=@b.png -o @OUT.mkv --overwrite"),
    Case(
      "frames/000002.png",
      "render --recipe @invert.json --input @in --input other=@frames/000002.png -o @frames/ --overwrite"),
    Case("beach.png", "apply-effect replace-background @a.png --set picture=@beach.png -o @OUT.png --overwrite"),
    Case("preset.json", "apply-effect @preset.json @a.png -o @OUT.png --overwrite"),
    Case("beach.png", "apply-effect @preset.json @a.png -o @OUT.png --overwrite"),
    Case("beach.png", "apply-effect @preset.json @in -o @OUT.mp4 --overwrite"),
    Case(
      "frames/000002.png",
      "apply-effect replace-background @in --set picture=@frames/000002.png -o @frames/%06d.png --overwrite"),
    Case("b.png", "embed @a.png hair=@b.png -o @OUT.png --overwrite"),
    Case("b.png", "embed @a.png --from @b.png -o @OUT.png --overwrite"),
    Case("report.jsonl", "report merge @report.jsonl -o @OUT.jsonl --overwrite"),
    Case("beach.png", "capture @in --effect @preset.json -o @OUT.mp4 --overwrite"),
    Case("in/000002.png", "capture @in -o @OUT.mp4 --overwrite"),
  ]

  @Test(arguments: cases) func `it is refused, and nothing is written`(example: Case) throws {
    for link in Link.allCases {
      let words = try example.words.split(separator: " ").map(String.init).map { word -> String in
        guard let sign = word.firstIndex(of: "@") else { return word }
        let name = String(word[word.index(after: sign)...])
        guard name.hasPrefix("OUT.") else { return word[..<sign] + file(name) }
        return try output(named: name, for: example.risk, by: link)
      }
      let before = try contents()
      let outcome = try MatteTool.run(MatteTool.executable, words)
      #expect(outcome.status == 73, "\(link) \(outcome)")
      #expect(outcome.errors.contains("cannot be written: it is "), "\(link) \(outcome)")
      #expect(try contents() == before, "\(link) \(outcome)")
    }
  }

  enum Link: CaseIterable { case hard, symbolic }

  /// A name of the endangered file with the extension that the command requires.
  private func output(named name: String, for risk: String, by link: Link) throws -> String {
    let place = file("\(link)-" + name)
    try? FileManager.default.removeItem(atPath: place)
    switch link {
    case .hard: try FileManager.default.linkItem(atPath: file(risk), toPath: place)
    case .symbolic: try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: file(risk))
    }
    return place
  }

  private func contents() throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
    return names.reduce(into: [:]) { $0[$1] = FileManager.default.contents(atPath: file($1)) }
  }

  @Test func `the same path is refused too, and the first photo may be edited in its place`() throws {
    try FileManager.default.copyItem(atPath: file("invert.json"), toPath: file("recipe.png"))
    let refused = try MatteTool.run(
      "render", "--recipe", file("recipe.png"), "--input", file("a.png"), "-o", file("own/../recipe.png"), "--overwrite"
    )
    #expect(refused.status == 73 && refused.errors.contains("it is the recipe; name another file"), "\(refused)")
    let edited = try MatteTool.run(
      "render", "--recipe", file("recipe.png"), "--input", file("a.png"), "-o", file("a.png"), "--overwrite")
    #expect(edited.status == 0 && edited.errors.isEmpty, "\(edited)")
  }

  @Test func `a photo that is its own output is replaced as a whole, or stays as it is`() throws {
    let (photo, link, other) = (file("a.png"), file("link.png"), file("other.png"))
    let before = try #require(FileManager.default.contents(atPath: photo))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.png")
    try FileManager.default.linkItem(atPath: photo, toPath: other)
    for output in [photo, link, other] {
      let refused = try MatteTool.run("apply-effect", "mono-background", photo, "-o", output)
      #expect(refused.status == 73 && refused.errors.contains("--overwrite"), "\(refused)")
      let failed = try MatteTool.run(
        "apply-effect", "mono-background", photo, "-o", output, "--overwrite", "--require-person")
      #expect(failed.status != 0 && FileManager.default.contents(atPath: photo) == before, "\(failed)")
    }
    try write("inverted.json", #"{"version": 1, "steps": [{"filter": "colorInvert"}]}"#)
    let edited = try MatteTool.run(
      "render", "--recipe", file("inverted.json"), "--input", photo, "-o", link, "--overwrite")
    #expect(edited.status == 0, "\(edited)")
    // The link leads to the new file; the other name of the old one keeps the old bytes.
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "a.png")
    #expect(try Photo(contentsOf: URL(filePath: photo)).pixels != Photo(data: Array(before)).pixels)
    #expect(FileManager.default.contents(atPath: other) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!names.contains { $0.hasPrefix(".") }, "\(names)")
  }

  @Test func `photos beside a movie replace no picture that is read`() throws {
    try FileManager.default.copyItem(atPath: file("in/000001.png"), toPath: file("in/000001-0001.png"))
    let before = try contents()
    let outcome = try MatteTool.run(
      "capture", file("in/*.png"), "-o", file("in/000001.mp4"), "--photo-every", "1", "--photo-format", "png",
      "--overwrite")
    #expect(outcome.status == 73 && outcome.errors.contains("it is an image that is read"), "\(outcome)")
    #expect(try contents() == before)
  }

  @Test func `an auxiliary image does not replace its photo`() throws {
    let matte = Matte(
      kind: .hair,
      pixels: PixelBuffer(
        size: PixelSize(width: 8, height: 8), format: .l8, colorSpace: .linearGray,
        bytes: [UInt8](repeating: 255, count: 64)), coordinateSpace: .stored)
    let photo = SyntheticPicture.gradient(width: 16, height: 16).with(mattes: [matte])
    try photo.write(to: URL(filePath: file("photo.heic")), as: .heic(quality: 1))
    let before = try contents()
    for arguments in [["--as", "file", "-o", file("photo.heic")], ["--as", "raw", "-o", file("photo.heic")]] {
      let outcome = try MatteTool.run(
        MatteTool.executable, ["extract", file("photo.heic"), "hair", "--overwrite"] + arguments)
      #expect(outcome.status != 0, "\(outcome)")
      #expect(try contents() == before)
    }
  }

  @Test func `the report of a batch is none of its outputs`() throws {
    let before = try contents()
    let outcome = try MatteTool.run(
      "batch", "mono-background", file("a.png"), "-o", file("out"), "--existing", "overwrite", "--report",
      file("out/a.png"))
    #expect(outcome.status == 64 && outcome.errors.contains("name one file"), "\(outcome)")
    #expect(try contents() == before)
  }

  @Test func `a report is no output`() throws {
    let before = try contents()
    for (output, report) in [("new.png", "new.png"), ("b.png", "own/../b.png"), ("new.mp4", "own/../new.mp4")] {
      let outcome = try MatteTool.run(
        "apply-effect", "mono-background", file(output.hasSuffix("png") ? "a.png" : "in"), "-o", file(output),
        "--report",
        file(report), "--overwrite")
      #expect(outcome.status == 64 && outcome.errors.contains("name one file"), "\(outcome)")
      #expect(try contents() == before)
    }
  }
}
