import MatteKit
import SystemPackage
import Testing

@testable import Batch

@Suite struct SettledFilesTests {
  @Test func `a file is processed once, when it has not changed for long enough`() throws {
    let tree = try FileTree("a.jpg")
    var files = SettledFiles(settling: 2)
    func look(_ now: Double) throws -> [String] {
      let there = ["a.jpg", "b.jpg"].compactMap { name in
        (try? tree.place(name).stat()).map { (name: FilePath(name), status: $0) }
      }
      return files.settled(of: there, now: now).map(\.description)
    }
    #expect(try look(0) == [] && look(1.9) == [] && look(2) == ["a.jpg"] && look(9) == [])
    // One that grows is not taken.
    try tree.write("b.jpg", "1")
    #expect(try look(10) == [])
    try tree.write("b.jpg", "12")
    #expect(try look(12) == [] && look(13) == [] && look(14) == ["b.jpg"])
    // One that changes is taken again; one that goes and comes back as well.
    try tree.write("a.jpg", "longer than before")
    #expect(try look(20) == [] && look(22) == ["a.jpg"])
    let away = try? tree.place("a.jpg").stat()
    #expect(files.settled(of: [], now: 23).isEmpty && away != nil)
    #expect(try look(24) == [] && look(26) == ["a.jpg", "b.jpg"])
  }
}
