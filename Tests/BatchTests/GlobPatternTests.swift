import MatteKit
import Testing

@testable import Batch

@Suite struct GlobPatternTests {
  @Test(arguments: [
    ("*.jpg", "a.jpg", true), ("*.jpg", "a.jpeg", false), ("*.jpg", ".jpg", false), (".*", ".jpg", true),
    ("a?c", "abc", true), ("a?c", "aüc", true), ("a?c", "ac", false), ("[a-c]x", "bx", true), ("[a-c]x", "dx", false),
    ("[!a-c]x", "dx", true), ("[!a-c]x", "bx", false), ("*a*b*", "xxaxxbxx", true), ("*a*b*", "xxbxxaxx", false),
    ("[", "[", true), ("[]x]", "]", true), ("*", "", true), ("IMG_*[0-9].heic", "IMG_00x7.heic", true),
  ])
  func `names fit patterns as in a shell`(pattern: String, name: String, fits: Bool) {
    #expect(GlobPattern.matches(Array(name.utf8)[...], Array(pattern.utf8)[...]) == fits)
  }

  @Test func `a malicious pattern does not take long`() {
    let name = Array(String(repeating: "a", count: 5_000).utf8)
    let pattern = Array((String(repeating: "*a", count: 50) + "b").utf8)
    #expect(!GlobPattern.matches(name[...], pattern[...]))
  }

  @Test func `files are found across folders, each once, also in a loop of links`() throws {
    let tree = try FileTree("a.jpg", "b.png", "x/c.jpg", "x/y/d.jpg", ".hidden/e.jpg", "x/.f.jpg")
    try tree.link("x/y/up", to: "../..")
    func files(_ pattern: String) -> [String] {
      GlobPattern(tree.place(pattern))?.findings().files.map(\.description) ?? []
    }
    #expect(files("*.jpg") == ["a.jpg"])
    #expect(files("**/*.jpg") == ["a.jpg", "x/c.jpg", "x/y/d.jpg"])
    #expect(files("x/*/*.jpg") == ["y/d.jpg"])
    #expect(files("*/*.jpg") == ["x/c.jpg"])
    #expect(files("nothing*") == [])
    #expect(GlobPattern(tree.place("a.jpg")) == nil)
    #expect(GlobPattern(tree.place("x/*.jpg"))?.root == tree.place("x"))
  }
}
