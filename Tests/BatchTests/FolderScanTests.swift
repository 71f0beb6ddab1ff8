import Glibc
import MatteKit
import SystemPackage
import Testing

@testable import Batch

@Suite struct FolderScanTests {
  @Test func `photos are known by their names, and folders are entered only if asked`() throws {
    let tree = try FileTree("b.JPG", "a.heic", "notes.txt", ".c.jpg", "sub/d.png", "sub/deep/e.avif", ".cache/f.jpg")
    #expect(FolderScan(isRecursive: false).files(in: tree.path).files.map(\.description) == ["a.heic", "b.JPG"])
    #expect(
      FolderScan(isRecursive: true).files(in: tree.path).files.map(\.description)
        == ["a.heic", "b.JPG", "sub/d.png", "sub/deep/e.avif"])
  }

  @Test func `movies are known by their names, and where those say too little, by their first bytes`() throws {
    let tree = try FileTree("a.MP4", "b.mov", "c.gif", "d.mkv", "e.mpeg", "f.m2ts", "main.ts", "module.mts", "g.mp3")
    var stream = [UInt8](repeating: 0, count: 400)
    (stream[0], stream[188]) = (0x47, 0x47)
    try AtomicFile.write(stream, to: tree.place("h.ts"))
    stream = [UInt8](repeating: 0, count: 400)
    (stream[4], stream[196]) = (0x47, 0x47)
    try AtomicFile.write(stream, to: tree.place("i.mts"))
    #expect(
      FolderScan(isRecursive: false).files(in: tree.path).files.map(\.description)
        == ["a.MP4", "b.mov", "c.gif", "d.mkv", "e.mpeg", "f.m2ts", "h.ts", "i.mts"])
  }

  @Test func `loops of links end, with a word about them`() throws {
    let tree = try FileTree("a/x.jpg", "b/y.jpg")
    try tree.link("a/loop", to: "..")
    try tree.link("b/other", to: "../a")
    try tree.link("b/itself", to: "itself")
    try tree.link("b/itself.jpg", to: "itself.jpg")
    let findings = FolderScan(isRecursive: true).files(in: tree.path)
    #expect(findings.files.map(\.description) == ["a/x.jpg", "b/itself.jpg", "b/y.jpg"])
    #expect(findings.warnings.count == 2 && findings.warnings.allSatisfy { $0.contains("loop of links") })
  }

  @Test func `a pipe in the tree is left out with a word, and waits for nobody`() throws {
    let tree = try FileTree("x.jpg", "sub/notes.txt", "sub/y.psd", "z.doc")
    for name in ["pipe.jpg", "sub/pipe.mts", "sub/quiet"] {
      #expect(tree.place(name).withPlatformString { mkfifo($0, 0o600) } == 0)
    }
    let findings = FolderScan(isRecursive: true).files(in: tree.path)
    #expect(findings.files.map(\.description) == ["x.jpg"])
    #expect(findings.others.map(\.description) == ["z.doc", "sub/notes.txt", "sub/y.psd"])
    #expect(findings.warnings.count == 2 && findings.warnings.allSatisfy { $0.contains("pipe") })
    var collection = InputCollection()
    collection.isRecursive = true
    collection.add(argument: tree.path)
    collection.add(argument: tree.place("pipe.jpg"))
    #expect(collection.inputs.count == 1)
    #expect(collection.warnings.contains { $0.contains("3 files are no photos or movies, and left out: z.doc, ") })
    #expect(collection.warnings.last?.contains("cannot be read twice") == true)
  }

  @Test func `the folder of results is left out`() throws {
    let tree = try FileTree("x.jpg", "out/x.jpg")
    let status = try #require(try? tree.place("out").stat())
    let findings = FolderScan(isRecursive: true, leftOut: [status.identity]).files(in: tree.path)
    #expect(findings.files.map(\.description) == ["x.jpg"] && findings.warnings.isEmpty)
  }
}
