import Foundation
import MatteKit
import Support
import Testing

/// Names that a user did not choose, in what people read.
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
