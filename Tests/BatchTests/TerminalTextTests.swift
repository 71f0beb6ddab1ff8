import SystemPackage
import Testing

@testable import Batch

@Suite struct TerminalTextTests {
  @Test func `control and bidirectional characters are escaped`() {
    let text = "a\u{1B}[2J\n\r\tb\u{7F}\u{9B}31m\u{202E}gpj.exe\u{2066}\u{2069}\u{200F}\u{61C}\u{2028}\u{0}"
    #expect(
      TerminalText.shown(text)
        == #"a\u{1B}[2J\n\r\tb\u{7F}\u{9B}31m\u{202E}gpj.exe\u{2066}\u{2069}\u{200F}\u{61C}\u{2028}\u{0}"#)
    #expect(TerminalText.shown("a\n\u{1B}b", keepingLines: true) == "a\n\\u{1B}b")
    #expect(TerminalText.shown(TerminalText.shown(text)) == TerminalText.shown(text))
  }

  @Test(arguments: [
    "", "out/café ü.jpg", "👩‍👩‍👧‍👦 فیلم‌ها.mp4", "שלום.jpg", "a\\nb", "e\u{301}.png", "'quoted' \"name\"", "\u{FFFD}.jpg",
  ])
  func `other text is unchanged`(text: String) {
    #expect(Array(TerminalText.shown(text).utf8) == Array(text.utf8))
  }

  @Test func `a list of files has a line for each, whatever their names`() {
    let error = BatchError.replacesInput([("out/a\n  b.jpg: c\u{202E}", "in/\u{1B}[1m.jpg")], count: 1)
    #expect(
      error.description.split(separator: "\n").dropFirst() == [#"  out/a\n  b.jpg: c\u{202E}: in/\u{1B}[1m.jpg"#])
  }
}
