import Glibc
import MatteKit
import SystemPackage
import Testing

@testable import Batch

@Suite struct FolderScanTests {
  /// Everything that a scan finds, by kind.
  private struct Findings {
    var files: [FilePath] = []
    var others: [FilePath] = []
    var folders: [FilePath] = []
    var warnings: [String] = []
    var unreadable: [UnreadableFolder] = []

    init(_ scan: FolderScan) {
      for finding in scan {
        switch finding {
        case .file(let path): files.append(path)
        case .folder(let path): folders.append(path)
        case .other(let path): others.append(path)
        case .unreadable(let folder): unreadable.append(folder)
        case .warning(let text): warnings.append(text)
        }
      }
    }
  }

  @Test(arguments: [1, 2, 3, 5, 100]) func `names come in their order, however few are held at a time`(portion: Int)
    throws
  {
    let names = (0..<37).map { "\($0 * 7919 % 37) \($0 % 5 == 0 ? "ü" : "").jpg" }
    let tree = try FileTree()
    for name in names { try tree.write(name) }
    try tree.link("zz.jpg", to: "nowhere")
    try tree.write("sub/x.jpg")
    var (entries, found) = (FolderNames(in: tree.path, portionSize: portion), [FilePath.Component]())
    while let entry = entries.next() { found.append(entry.name) }
    let sorted = (names + ["sub", "zz.jpg"]).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(found.map(\.string) == sorted && found.count == 39)
    #expect(try found == Folder.names(in: tree.path))
    entries = FolderNames(in: tree.path, leavesOutRegular: true, portionSize: portion)
    found = []
    while let entry = entries.next() { found.append(entry.name) }
    #expect(Set(found.map(\.string)).isSubset(of: Set(names + ["sub", "zz.jpg"])))
    #expect(found.map(\.string).contains("sub") && entries.fault == nil)
    #expect(FolderNames(in: tree.place("none"), portionSize: portion).fault == .noSuchFileOrDirectory)
  }

  @Test func `photos are known by their names, and folders are entered only if asked`() throws {
    let tree = try FileTree("b.JPG", "a.heic", "notes.txt", ".c.jpg", "sub/d.png", "sub/deep/e.avif", ".cache/f.jpg")
    #expect(FolderScan(of: tree.path, isRecursive: false).files.map(\.description) == ["a.heic", "b.JPG"])
    #expect(
      FolderScan(of: tree.path, isRecursive: true).files.map(\.description)
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
      FolderScan(of: tree.path, isRecursive: false).files.map(\.description)
        == ["a.MP4", "b.mov", "c.gif", "d.mkv", "e.mpeg", "f.m2ts", "h.ts", "i.mts"])
  }

  @Test func `loops of links are not followed, which is reported`() throws {
    let tree = try FileTree("a/x.jpg", "b/y.jpg")
    try tree.link("a/loop", to: "..")
    try tree.link("b/other", to: "../a")
    try tree.link("b/itself", to: "itself")
    try tree.link("b/itself.jpg", to: "itself.jpg")
    let findings = Findings(FolderScan(of: tree.path, isRecursive: true))
    #expect(findings.files.map(\.description) == ["a/x.jpg", "b/itself.jpg", "b/y.jpg"])
    #expect(findings.warnings.count == 2 && findings.warnings.allSatisfy { $0.contains("loop of links") })
  }

  @Test func `a pipe in the tree is left out with a report, and not waited for`() throws {
    let tree = try FileTree("x.jpg", "sub/notes.txt", "sub/y.psd", "z.doc")
    for name in ["pipe.jpg", "sub/pipe.mts", "sub/quiet"] {
      #expect(tree.place(name).withPlatformString { mkfifo($0, 0o600) } == 0)
    }
    let findings = Findings(FolderScan(of: tree.path, isRecursive: true))
    #expect(findings.files.map(\.description) == ["x.jpg"])
    #expect(findings.others.map(\.description) == ["z.doc", "sub/notes.txt", "sub/y.psd"])
    #expect(findings.warnings.count == 2 && findings.warnings.allSatisfy { $0.contains("pipe") })
    var collection = InputCollection()
    collection.isRecursive = true
    collection.add(argument: tree.path)
    collection.add(argument: tree.place("pipe.jpg"))
    let found = collection.all
    #expect(found.inputs.count == 1)
    #expect(found.warnings.contains { $0.contains("3 files are not photos or movies, and left out: z.doc, ") })
    #expect(found.warnings.last?.contains("cannot be read twice") == true)
  }

  @Test func `the folder of results is left out`() throws {
    let tree = try FileTree("x.jpg", "out/x.jpg")
    let status = try #require(try? tree.place("out").stat())
    let findings = Findings(FolderScan(of: tree.path, isRecursive: true, leftOut: [status.identity]))
    #expect(findings.files.map(\.description) == ["x.jpg"] && findings.warnings.isEmpty)
  }
}
