import MatteKit
import SystemPackage
import Testing

@testable import Batch

@Suite struct FolderScanTests {
  @Test func `photos are known by their names, and folders are entered only if asked`() throws {
    let tree = try FileTree("b.JPG", "a.heic", "notes.txt", ".c.jpg", "sub/d.png", "sub/deep/e.avif", ".cache/f.jpg")
    #expect(FolderScan(isRecursive: false).photos(in: tree.path).photos.map(\.description) == ["a.heic", "b.JPG"])
    #expect(
      FolderScan(isRecursive: true).photos(in: tree.path).photos.map(\.description)
        == ["a.heic", "b.JPG", "sub/d.png", "sub/deep/e.avif"])
  }

  @Test func `loops of links end, with a word about them`() throws {
    let tree = try FileTree("a/x.jpg", "b/y.jpg")
    try tree.link("a/loop", to: "..")
    try tree.link("b/other", to: "../a")
    try tree.link("b/itself", to: "itself")
    try tree.link("b/itself.jpg", to: "itself.jpg")
    let findings = FolderScan(isRecursive: true).photos(in: tree.path)
    #expect(findings.photos.map(\.description) == ["a/x.jpg", "b/itself.jpg", "b/y.jpg"])
    #expect(findings.warnings.count == 2 && findings.warnings.allSatisfy { $0.contains("loop of links") })
  }

  @Test func `the folder of results is left out`() throws {
    let tree = try FileTree("x.jpg", "out/x.jpg")
    let status = try #require(try? tree.place("out").stat())
    let findings = FolderScan(isRecursive: true, leftOut: [status.identity]).photos(in: tree.path)
    #expect(findings.photos.map(\.description) == ["x.jpg"] && findings.warnings.isEmpty)
  }
}
