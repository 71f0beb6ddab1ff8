import FoundationEssentials
import Testing

@testable import MatteService

@Suite struct SpoolTests {
  private let parent = FileManager.default.temporaryDirectory.appending(path: "spool-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true) }

  private var names: Set<String> {
    get throws { Set(try FileManager.default.contentsOfDirectory(atPath: parent.path)) }
  }

  @Test func `photos of a service that was killed are removed by the next one, those of one that runs stay`() throws {
    defer { try? FileManager.default.removeItem(at: parent) }
    for name in ["mattetool-serve-abc123", "other-folder"] {
      let folder = parent.appending(path: name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("photo".utf8).write(to: folder.appending(path: "1-photo"))
    }
    let first = try Spool(in: parent.path)
    #expect(try names.count == 2 && !names.contains("mattetool-serve-abc123"))
    let photo = first.place().input
    try Data("photo".utf8).write(to: URL(filePath: photo))
    let second = try Spool(in: parent.path)
    #expect(try FileManager.default.fileExists(atPath: photo) && names.count == 3)
    second.remove()
    first.remove()
    #expect(try names == ["other-folder"])
  }
}
