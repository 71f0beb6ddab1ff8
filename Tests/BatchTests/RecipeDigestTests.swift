import MatteKit
import SystemPackage
import Testing

@testable import Batch

@Suite struct RecipeDigestTests {
  private func digest(
    _ effect: String = "blush", _ settings: [String] = [], _ coding: [String] = [], version: String = "1"
  ) -> String {
    RecipeDigest(path: { FilePath(bytes: $0.utf8) }).digest(
      effect: effect, settings: settings, coding: coding, version: version)
  }

  @Test func `each part makes another recipe, and parts do not run into each other`() {
    let all = [
      digest(), digest("lipstick"), digest("blush", ["a=1"]), digest("blush", ["a=2"]),
      digest("blush", ["a=1", "b=2"]),
      digest("blush", ["b=2", "a=1"]), digest("blush", ["a=1\nset\nb=2"]), digest("blush", [], ["x"]),
      digest("blush", [], ["x", "y"]), digest("blush", [], ["xy"]), digest(version: "2"),
    ]
    #expect(Set(all).count == all.count)
    #expect(digest("blush", ["a=1"]) == digest("blush", ["a=1"]))
  }

  @Test func `named files count by their content, also those of a preset`() throws {
    let tree = try FileTree("beach.png")
    try tree.write("look.json", "{\"effects\": [{\"name\": \"replace-background\", \"picture\": \"beach.png\"}]}")
    let setting = "picture=\(tree.place("beach.png"))"
    let preset = tree.place("look.json").description
    let before = (digest("replace-background", [setting]), digest(preset))
    try tree.write("beach.png", "another beach")
    let after = (digest("replace-background", [setting]), digest(preset))
    #expect(before.0 != after.0 && before.1 != after.1)
    try tree.write("look.json", "{}")
    #expect(digest(preset) != after.1)
  }

  @Test func `a preset that names itself does not recurse`() throws {
    let tree = try FileTree()
    try tree.write("a.json", "[\"a.json\", \"b.json\", 1, null, {\"k\": [\"b.json\"]}]")
    try tree.write("b.json", "[\"a.json\"]")
    #expect(digest(tree.place("a.json").description).count == 64)
  }
}
