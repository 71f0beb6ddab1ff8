import MatteKit
import SystemPackage
import Testing

@testable import Batch

@Suite struct OutputNamingTests {
  private func name(_ template: String, _ relative: String, effect: String = "blush") throws -> String {
    try OutputNaming(template).output(
      of: FilePath(relative), ext: "heic", effect: effect, folder: "shoot"
    ).description
  }

  @Test func `the tree stays and the name follows the template`() throws {
    #expect(try name("{stem}.{ext}", "a/b/IMG 1.tar.jpg") == "a/b/IMG 1.tar.heic")
    #expect(try name("{folder}-{stem}-{effect}.{ext}", "x.jpg") == "shoot-x-blush.heic")
    #expect(try name("{effect}/{stem}.{ext}", "a/x.jpg") == "a/blush/x.heic")
    #expect(try name("{stem}-{effect}.{ext}", "x.jpg", effect: "looks/warm.json") == "x-looks-warm.json.heic")
    #expect(try name("one", "x.jpg") == "one")
  }

  @Test func `a folder that is known as the one above names nothing, so that outputs stay in their folder`() throws {
    for path in ["../x.jpg", "./x.jpg", "a/../x.jpg"] {
      let folder = FilePath(path).removingLastComponent().components.last
      let output = try OutputNaming("{folder}/{stem}.{ext}").output(
        of: "x.jpg", ext: "heic", effect: "", folder: folder)
      #expect(output == "x.heic", "\(path): \(output)")
    }
  }

  @Test func `names keep bytes that are not UTF-8`() throws {
    let output = try OutputNaming("{stem}!.{ext}").output(
      of: FilePath(bytes: [0xFF, 0x2E, 0x6A]), ext: "jpg", effect: "", folder: nil)
    #expect(output.bytes == [0xFF] + Array("!.jpg".utf8))
  }

  @Test(arguments: ["{nose}.{ext}", "{stem", "/tmp/{stem}", "../{stem}", "a/../../{stem}", "", "{stem}/", "."])
  func `templates that cannot be used are refused`(template: String) {
    #expect(throws: OutputNaming.Fault.self) { try OutputNaming(template) }
  }
}
