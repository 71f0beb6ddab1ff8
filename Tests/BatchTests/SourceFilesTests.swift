import Glibc
import MatteKit
import SystemPackage
import Testing

@testable import Batch

@Suite struct SourceFilesTests {
  @Test func `files are identified by their inode, and objects by their names`() throws {
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

  @Test func `a source file is replaced by no output, nor by a movie's pictures`() throws {
    let tree = try FileTree("recipe.json", "in/000012.png", "in/12a.png", "out/000001.png")
    try tree.link("out/000007.png", to: "../in/12a.png")
    var sources = SourceFiles(input: nil)
    sources.add(.path(tree.place("recipe.json")), as: .recipe)
    sources.add(.path(tree.place("in/12a.png")), as: .image)
    #expect(
      throws: PhotoFileError.unwritable(
        file: "\(tree.place("in/../recipe.json"))", reason: "it is the recipe; name another file")
    ) {
      try sources.check(.path(tree.place("in/../recipe.json")))
    }
    #expect(
      throws: PhotoFileError.unwritable(
        file: "\(tree.place("out/000007.png"))", reason: "it is an image that is read; name another folder")
    ) {
      try sources.check(picturesIn: tree.place("out"))
    }
    try sources.check(picturesIn: tree.place("in"))
    try sources.check(.path(tree.place("in/000012.png")))
    try sources.check(picturesIn: tree.place("none"))
  }
}
