import FoundationEssentials
import SystemPackage
import Testing

@testable import PhotoFile

@Suite struct ShownPathTests {
  @Test(arguments: [
    ("look.json", "x.png", "x.png"), ("look.json", "../../x.png", "../../x.png"), ("look.json", "./a/x.png", "a/x.png"),
    ("presets/look.json", "../x.png", "x.png"), ("presets/look.json", "../../x.png", "../x.png"),
    ("../a/look.json", "x.png", "../a/x.png"), ("./look.json", "b/../x.png", "x.png"),
    ("/presets/look.json", "../x.png", "/x.png"), ("a/look.json", "/b/x.png", "/b/x.png"),
  ])
  func `a file that another names is shown as a user would write it`(file: String, name: String, shown: String) {
    let own = URL(filePath: file)
    let named = own.file(named: name)
    #expect(named.shownPath == shown)
    let place = name.hasPrefix("/") ? URL(filePath: name) : own.deletingLastPathComponent().appending(path: name)
    #expect(FilePath(named.path).lexicallyNormalized() == FilePath(place.path).lexicallyNormalized())
  }
}
