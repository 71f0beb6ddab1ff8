import Glibc
import SystemPackage
import Testing

@testable import Batch

@Suite struct SourceFilesTests {
  @Test func `files are known by what they are, and objects by their names`() throws {
    let tree = try FileTree("in/a.jpg", "in/beach.png", "out/b.png")
    try tree.link("out/a.hair.png", to: "../in/a.jpg")
    #expect(
      tree.place("in/beach.png").withPlatformString { from in
        tree.place("out/a.skin.png").withPlatformString { link(from, $0) }
      } == 0)
    let read = RecipeFiles { FilePath($0) }.versions(
      effect: "replace-background", settings: ["picture=\(tree.place("in/beach.png"))"])
    let sources = SourceFiles(input: .path(tree.place("in/a.jpg")), read: read)
    #expect(sources.part(at: .path(tree.place("out/a.hair.png"))) == .input)
    #expect(sources.part(at: .path(tree.place("out/a.skin.png"))) == .effect)
    #expect(sources.part(at: .path(tree.place("out/b.png"))) == nil)
    #expect(sources.part(at: .path(tree.place("out/none.png"))) == nil)
    let object = SourceFiles(input: try FilePlace("s3://photos/a.png"), read: read)
    #expect(try object.part(at: FilePlace("s3://photos/a.png")) == .input)
    #expect(try object.part(at: FilePlace("s3://photos/a.hair.png")) == nil)
    #expect(SourceFiles(input: nil).part(at: .path(tree.place("in/a.jpg"))) == nil)
  }
}
