import MatteKit
import Support
import Testing

@testable import mattetool

@Suite struct SystemPathTests {
  @Test func `parts of paths are found as the shell's tools find them`() {
    #expect(SystemPath("a/b/c.tar.gz").folder == SystemPath("a/b"))
    #expect(SystemPath("c.jpg").folder == SystemPath("."))
    #expect(SystemPath("/c.jpg").folder == SystemPath("/"))
    #expect(SystemPath("/").folder == SystemPath("/"))
    #expect(SystemPath("a/b/").folder == SystemPath("a"))
    #expect(SystemPath("a/b/").name == SystemPath("b"))
    #expect(String(decoding: SystemPath("a/c.tar.gz").stem, as: UTF8.self) == "c.tar")
    #expect(SystemPath("a.b/c").pathExtension == "")
    #expect(SystemPath("a/.jpg").pathExtension == "" && SystemPath("a/x.JPG").pathExtension == "JPG")
    #expect(SystemPath("./a//b/.").components == [SystemPath("a"), SystemPath("b")])
    #expect(SystemPath("a").appending(SystemPath("b")) == SystemPath("a/b"))
    #expect(SystemPath("a/").appending("b") == SystemPath("a/b"))
    #expect(SystemPath("").appending("b") == SystemPath("b"))
  }

  @Test func `any bytes survive percent encoding`() {
    var random = RepeatableRandomNumberGenerator(seed: 7)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 1...255, using: &random) }
      let path = SystemPath(bytes: bytes)
      #expect(path.percentEncoded.utf8.allSatisfy { $0 > 32 && $0 < 127 })
      #expect(SystemPath(percentEncoded: path.percentEncoded) == path)
    }
    #expect(SystemPath("a b/ü\n").percentEncoded == "a%20b/%C3%BC%0A")
    #expect(SystemPath(percentEncoded: "%4") == nil && SystemPath(percentEncoded: "%zz") == nil)
  }

  @Test func `names that are no text are told from those that are`() {
    #expect(SystemPath("ü.jpg").isText)
    #expect(!SystemPath(bytes: [0x66, 0xFF, 0x2E]).isText)
    // A name that really has the sign that stands for what is no text.
    #expect(SystemPath("\u{FFFD}").isText)
  }
}
