import MatteKit
import SystemPackage
import Testing

@testable import Batch

@Suite struct RecipeFilesTests {
  private let files = RecipeFiles { FilePath(bytes: $0.utf8) }

  @Test func `versions change with what effect and settings name, and with nothing else`() throws {
    let tree = try FileTree("beach.png", "wall.png", "other.png")
    let preset = "{\"effects\": [{\"effect\": \"replace-background\", \"settings\": {\"picture\": \"beach.png\"}}]}"
    try tree.write("look.json", preset)
    let settings = ["strength=1", "picture=\(tree.place("wall.png"))"]
    func versions() -> [FileVersion] { files.versions(effect: tree.place("look.json").description, settings: settings) }
    var known = versions()
    #expect(known.count == 3 && Set(known).count == 3 && versions() == known)
    for name in ["look.json", "beach.png", "wall.png"] {
      try tree.write(name, name == "look.json" ? preset + " " : "another \(name)")
      #expect(versions() != known, "\(name)")
      known = versions()
    }
    try tree.write("other.png", "another")
    #expect(versions() == known)
    #expect(files.versions(effect: "hide-faces", settings: ["method=fill", "nonsense"]) == [])
  }
}
